import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { newPort, quaestor } from '../../src/testing/process.ts';
import { MAIN } from '../../src/testing/product.ts';

const GREETING = /```text start\n(.*?)```/s.exec(readFileSync('README.md', 'utf8'))?.[1];
const TOUR = readExamples('README.md');
/** It gets the tokens that guides use. */
const SIGN_IN = TOUR.slice(0, 1);
const GUIDES = readdirSync('docs')
  .map((name) => `docs/${name}`)
  .filter((path) => path.endsWith('.md') && readExamples(path).length > 0);
const END = '\0';

/** What is different each time; `to` is what a conversion brings at the prices of the moment. */
const VARYING = new Set(['id', 'createdAt', 'updatedAt', 'traceId', 'data', 'totals', 'to']);

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

it.each(['README.md', ...GUIDES])('the examples of %s give what it shows', async (page) => {
  const examples = page === 'README.md' ? TOUR : [...SIGN_IN, ...readExamples(page)];
  const given = await run(examples);
  expect(given.map((answer, index) => comparable(answer, examples[index]))).toEqual(
    examples.map((example) => comparable(example.answer, example)),
  );
});

interface Example {
  readonly script: string;
  /** As documented, if it is. */
  readonly answer: string;
  readonly language: string;
}

/** The examples of a page that are to be run. */
function readExamples(path: string): Example[] {
  const blocks = readFileSync(path, 'utf8').matchAll(
    /```sh run\n(.*?)```(?:\n\n```(json|text)\n(.*?)```)?/gs,
  );
  return [...blocks].map(([, script = '', language = 'text', answer = '']) => ({ script, language, answer }));
}

/** Runs the examples in turn in one shell, and returns what each has printed. */
async function run(examples: readonly Example[]): Promise<string[]> {
  const program = `quaestor() { '${process.execPath}' '${MAIN}' "$@"; }`;
  const script = [program, ...examples.map((example) => `${example.script}\nprintf '\\0'`)].join('\n');
  const here = script.replaceAll(/(?<=127\.0\.0\.1:)(8080|8081|8082)/g, (port) => `${ports[port]}`);
  const { stdout } = await promisify(execFile)('sh', ['-euc', here], { cwd: folder });
  return stdout.split(END).slice(0, -1);
}

/** Of JSON the members in their order; of those that vary, only that they are there. */
function comparable(answer: string, example: Example | undefined): unknown {
  if (example?.language !== 'json') return answer;
  const value = JSON.parse(answer) as object;
  if (Array.isArray(value)) return value;
  return Object.entries(value).map(([name, member]) =>
    VARYING.has(name) ? name : [name, member as unknown],
  );
}
