import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../src/testing/folder.ts';
import { freePort, quaestor } from '../src/testing/process.ts';

const README = readFileSync('README.md', 'utf8');
const GREETING = /```text start\n(.*?)```/s.exec(README)?.[1];

/** The examples to be run, each followed by the answer it is said to give. */
const EXAMPLES = [...README.matchAll(/```sh run\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
  ([, script = '', answer = '']) => ({ script, answer: JSON.parse(answer) as Record<string, unknown> }),
);

/** What is different each time. */
const VARYING = ['access_token', 'scope', 'expires_at', 'traceId'];

const folder = makeFolder();
const ports: Record<string, number> = { 8080: await freePort(), 8081: await freePort() };
const flags = ['--trading-port', `${ports[8080]}`, '--partner-port', `${ports[8081]}`];
const server = quaestor(['serve', '--data', join(folder, 'data'), ...flags]);
let greeting = '';

beforeAll(async () => {
  greeting = await server.until('Press Ctrl-C to stop.\n');
}, 60_000);

afterAll(async () => {
  server.child.kill('SIGINT');
  await server.ended;
  await removeFolder(folder);
}, 30_000);

it('the first start greets as the README says', () => {
  const shown = Object.entries(ports).reduce(
    (text, [usual, port]) => text.replaceAll(`:${port}`, `:${usual}`),
    greeting.replaceAll(folder, '.'),
  );
  expect(shown).toBe(GREETING);
});

it('the README has examples that are run', () => {
  expect(EXAMPLES.length).toBeGreaterThan(0);
});

it.each(EXAMPLES)('the README example gives what it shows: $script', async ({ script, answer }) => {
  const here = script.replaceAll(/(?<=127\.0\.0\.1:)(8080|8081)/g, (port) => `${ports[port]}`);
  const { stdout } = await promisify(execFile)('sh', ['-euc', here], { cwd: folder });
  const given = JSON.parse(stdout) as Record<string, unknown>;
  expect(Object.keys(given)).toEqual(Object.keys(answer));
  for (const name of VARYING) if (name in answer) given[name] = answer[name];
  expect(given).toEqual(answer);
});
