import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { join as joinDesk, openVisitor, type Visitor } from './testing/visitor.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { openChromium } from '../../src/testing/chromium.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { newPort } from '../../src/testing/new-port.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const WAIT = { timeout: 120_000, interval: 50 };
const COPIED = [
  'src',
  'exchange',
  'sdk',
  'scripts',
  'migrations',
  'console/src',
  'console/dev.mjs',
  'console/face.mjs',
  'console/package.json',
  'console/tsconfig.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const folder = makeFolder();
for (const path of COPIED) cpSync(join(PACKAGE_ROOT, path), join(folder, path), { recursive: true });
symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));

const ports = { trading: await newPort(), partner: await newPort() };
const origin = (face: keyof typeof ports): string => `http://localhost:${ports[face]}`;
const dev = spawn(
  process.execPath,
  [
    join(folder, 'scripts/dev.mjs'),
    '--trading-port',
    String(ports.trading),
    '--partner-port',
    String(ports.partner),
    '--metrics-port',
    '0',
    '--data',
    join(folder, 'data'),
  ],
  { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
);
let output = '';
for (const stream of [dev.stdout, dev.stderr])
  stream.setEncoding('utf8').on('data', (text: string) => (output += text));

const browser = await openChromium();
let visitor: Visitor;
beforeAll(async () => {
  await vi.waitFor(() => {
    if (!output.includes('is ready.')) throw new Error(`It is not ready:\n${output}`);
  }, WAIT);
  visitor = await openVisitor(browser, origin('trading'));
});
afterAll(async () => {
  await browser.close();
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
  await removeFolder(folder);
});

/** Measured for people, and not asserted: machines differ. */
const tellTime = (what: string, began: number): unknown =>
  process.stderr.write(`${what} after ${Math.round(performance.now() - began)} ms.\n`);

/** Replaces a text of a source in the copy. */
function edit(path: string, from: string, to: string): void {
  const source = readFileSync(join(folder, path), 'utf8');
  expect(source).toContain(from);
  writeFileSync(join(folder, path), source.replace(from, to));
}

test('an invitation and a passkey lead to the desk, from the sources of the console', async () => {
  const link = new RegExp(`${origin('trading')}/console/\\S+`).exec(
    output.slice(output.indexOf('olivia')),
  )?.[0];
  await joinDesk(visitor, link ?? '');
  expect(await (await fetch(`${origin('partner')}/console/`)).text()).toContain('/console/main.tsx');
});

test('an edit of a text is on the screen, without another sign-in', async () => {
  edit('console/src/trading/overview/texts.ts', "'Overview'", "'Overview as edited'");
  const began = performance.now();
  const heading = visitor.page.getByRole('heading', { level: 1 });
  await vi.waitFor(async () => expect(await heading.textContent()).toBe('Overview as edited'), WAIT);
  tellTime('The edit was on the screen', began);
});

async function title(): Promise<string> {
  const answer = await fetch(`${origin('partner')}/nothing`);
  return ((await answer.json()) as { readonly title: string }).title;
}

test('an edit of a source of the services starts them again', async () => {
  expect(await title()).toBe('The resource does not exist');
  edit('src/kernel/errors.ts', "'The resource does not exist'", "'The resource does not exist, as edited'");
  const began = performance.now();
  await vi.waitFor(async () => expect(await title()).toBe('The resource does not exist, as edited'), WAIT);
  tellTime('The services answered with the edit', began);
});
