import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../src/config/index.ts';
import { renderConfiguration, renderErrors, renderExample } from './render.ts';
import { createServices } from './testing/services.ts';

const services = await createServices();

const GENERATED: Record<string, () => string | Promise<string>> = {
  'docs/errors.md': renderErrors,
  'docs/configuration.md': renderConfiguration,
  'quaestor.example.yaml': renderExample,
  'docs/openapi/trading.json': () => openApiOf(services.trading),
  'docs/openapi/partner.json': () => openApiOf(services.partner),
};

it.each(Object.entries(GENERATED))('%s says what the code does', async (path, render) => {
  const text = await render();
  await expect(text, `${path} is out of date: run npm run generate`).toMatchFileSnapshot(`../${path}`);
});

it('the example file, with every key taken in, is the default configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const load = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return loadConfig({ file, flags: {}, env: { QUAESTOR_SECRET: 'x'.repeat(32) } });
  };
  const whole = renderExample().replaceAll(/^( *)#(?=\w)/gm, '$1');
  expect(load('example.yaml', whole)).toEqual(load('empty.yaml', ''));
});

async function openApiOf(app: FastifyInstance): Promise<string> {
  const { body } = await app.inject('/openapi.json');
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}
