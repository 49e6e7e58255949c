import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { EXAMPLE_VENUES, loadConfig, settings } from '../../src/config/index.ts';
import type { FastifyInstance } from 'fastify';
import {
  renderModels,
  renderOperations,
  renderProblems,
  renderTypes,
  type Document,
  type Documents,
} from '../../sdk/tools/render.ts';
import { ERRORS } from '../../src/kernel/index.ts';
import { renderFacts } from '../../src/partner/facts/intake/index.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { readFigures, renderPerformance } from '../../bench/harness/record.ts';
import { readAccess } from './access.ts';
import { renderContract } from './contract.ts';
import { renderAccess, renderConfiguration, renderErrors, renderExample, renderWebhooks } from './render.ts';
import { renderVenues } from './render-venues.ts';
import { createServices } from '../testing/services.ts';
import { inject } from '../../src/testing/inject.ts';

const services = await createServices();

const GENERATED: Record<string, () => string | Promise<string>> = {
  'docs/access.md': async () => renderAccess(await readAccess(services)),
  'docs/contract.md': async () => renderContract(await documents()),
  'docs/errors.md': renderErrors,
  'docs/facts.md': renderFacts,
  'docs/performance.md': () => renderPerformance(readFigures()),
  'docs/webhooks.md': renderWebhooks,
  'docs/configuration.md': renderConfiguration,
  'docs/venues.md': renderVenues,
  'quaestor.example.yaml': renderExample,
  'docs/openapi/trading.json': () => openApiOf(services.trading),
  'docs/openapi/partner.json': () => openApiOf(services.partner),
  'sdk/src/generated/types.ts': async () => renderTypes(await documents()),
  'sdk/src/generated/models.ts': async () => renderModels(await documents()),
  'sdk/src/generated/operations.ts': async () => renderOperations(await documents()),
  'sdk/src/errors/problems.ts': () => renderProblems(ERRORS),
};

it.each(Object.entries(GENERATED))('%s says what the code does', async (path, render) => {
  const text = await render();
  await expect(text, `${path} is out of date: run npm run generate`).toMatchFileSnapshot(`../../${path}`);
});

describe('a configuration file', () => {
  const folder = makeFolder();
  afterAll(() => removeFolder(folder));

  const load = (text: string) => {
    const file = join(folder, 'quaestor.yaml');
    writeFileSync(file, text);
    return loadConfig({ file, flags: {}, env: { QUAESTOR_SECRET: 'x'.repeat(32) } });
  };

  it('that takes in every key of the example is the default configuration', () => {
    const whole = renderExample().replaceAll(/^#(?=\w| {2})/gm, '');
    expect(whole.match(/^ *\w+: \S/gm)).toHaveLength(settings().length);
    expect(load(whole)).toEqual(load(''));
  });

  it('with the venues that the documentation shows is accepted', () => {
    expect(load(stringify({ venues: EXAMPLE_VENUES })).venues).toEqual(EXAMPLE_VENUES);
  });

  it('such as the one in compose.yaml is accepted', () => {
    const { configs } = parse(readFileSync('compose.yaml', 'utf8')) as {
      configs: { quaestor: { content: string } };
    };
    expect(load(configs.quaestor.content)).toMatchObject({ data: '/data', trading: { host: '0.0.0.0' } });
  });
});

async function documents(): Promise<Documents> {
  const [trading, partner] = await Promise.all([services.trading, services.partner].map(openApiOf));
  return { trading: withoutDeprecated(trading ?? ''), partner: withoutDeprecated(partner ?? '') };
}

/** The SDK calls what comes instead. */
function withoutDeprecated(text: string): Document {
  const document = JSON.parse(text) as Document;
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, { deprecated }]) => deprecated !== true);
    return [path, Object.fromEntries(kept)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

async function openApiOf(app: FastifyInstance): Promise<string> {
  const { body } = await inject(app, '/openapi.json');
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}
