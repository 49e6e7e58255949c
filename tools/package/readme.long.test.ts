import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { newPort, quaestor } from '../../src/testing/process.ts';

const README = readFileSync('README.md', 'utf8');
const GREETING = /```text start\n(.*?)```/s.exec(README)?.[1];

/** The examples to be run, in turn in one shell, each with its documented answer, if it has one. */
const EXAMPLES = [...README.matchAll(/```sh run\n(.*?)```(?:\n\n```json\n(.*?)```)?/gs)].map(
  ([, script = '', answer = '']) => ({ script, answer }),
);
const END = '\0';

/** What is different each time. */
const VARYING = new Set(['id', 'createdAt', 'updatedAt', 'traceId', 'data', 'totals']);

const folder = makeFolder();
const ports: Record<string, number> = { 8080: await newPort(), 8081: await newPort(), 8082: await newPort() };
const flags = ['trading', 'partner', 'metrics'].flatMap((name, index) => [
  `--${name}-port`,
  `${ports[8080 + index]}`,
]);
const server = quaestor(['serve', '--data', join(folder, 'data'), ...flags]);
let greeting = '';

beforeAll(async () => {
  greeting = await server.until('Press Ctrl-C to stop.\n');
});

afterAll(async () => {
  server.child.kill('SIGINT');
  await server.ended;
  await removeFolder(folder);
});

it('the first start greets as the README says', () => {
  const shown = Object.entries(ports).reduce(
    (text, [usual, port]) => text.replaceAll(`:${port}`, `:${usual}`),
    greeting
      .replaceAll(folder, '.')
      .replaceAll(/(?<=invitation#)[\w-]{43}|(?<=127\.0\.0\.1:)\d+(?=\/inbox)/g, '…'),
  );
  expect(shown).toBe(GREETING);
});

it('the README examples give what it shows', async () => {
  const script = EXAMPLES.map((example) => `${example.script}\nprintf '\\0'`).join('\n');
  const here = script.replaceAll(/(?<=127\.0\.0\.1:)(8080|8081|8082)/g, (port) => `${ports[port]}`);
  const { stdout } = await promisify(execFile)('sh', ['-euc', here], { cwd: folder });
  const given = stdout.split(END).slice(0, -1);
  expect(given.map(comparable)).toEqual(EXAMPLES.map(({ answer }) => comparable(answer)));
});

/** The members in their order; of those that vary, only that they are there. */
function comparable(json: string): unknown {
  if (json === '') return undefined;
  const value = JSON.parse(json) as object;
  if (Array.isArray(value)) return value;
  return Object.entries(value).map(([name, member]) =>
    VARYING.has(name) ? name : [name, member as unknown],
  );
}
