import { expect, it } from 'vitest';
import { findStaleCitations } from './citations.ts';

const REPOSITORY = {
  paths: ['README.md', 'docs/errors.md', 'src/kernel/decimal.ts', 'bench/decimal.bench.ts'],
  scripts: ['start', 'test', 'bench'],
  read: () => 'export function parseDecimal() {}',
};

const faultsOf = (text: string): string[] => findStaleCitations('docs/page.md', text, REPOSITORY);

it.each([
  'Decimals are in `src/kernel/decimal.ts`, beside others in `src/kernel/`.',
  'All of `bench/*.bench.ts` are run by `npm run bench`, after `npm ci`.',
  'See [errors](errors.md), [start](../README.md#first-steps) and [a standard](https://example.com/x.md).',
  'Read by [`parseDecimal`](../src/kernel/decimal.ts), see [decimal.ts](../src/kernel/decimal.ts).',
  '# The house, and its rules\n\n[there](#the-house-and-its-rules)',
  'Things that are not paths: `application/json`, `POST /oauth/token`, `decimal.ts`, `a/b`, `dist/main.js`.',
  '```sh\ncat `which node`/nowhere/at-all.ts\n```',
])('a citation of what exists is sound: %s', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

it.each([
  ['`src/kernel/gone.ts`', 'cites src/kernel/gone.ts, which does not exist'],
  ['`source/kernel/decimal.ts`', 'cites source/kernel/decimal.ts, which does not exist'],
  ['`src/gone/`', 'cites src/gone/, which does not exist'],
  ['`bench/*.speed.ts`', 'cites bench/*.speed.ts, which does not exist'],
  ['[x](gone.md)', 'cites gone.md, which does not exist'],
  ['[x](../src/kernel/gone.ts)', 'cites ../src/kernel/gone.ts, which does not exist'],
  ['[`parse`](../src/kernel/decimal.ts)', 'cites parse of src/kernel/decimal.ts, which does not contain it'],
  ['[x](#gone)', 'links to the heading #gone'],
  [
    '`npm run gone`',
    'cites the script gone, which package.json does not have. Its scripts: start, test, bench.',
  ],
  ['```sh\nnpm run gone\n```', 'cites the script gone'],
])('a citation of what does not exist is a fault: %s', (text, message) => {
  const [fault, ...others] = faultsOf(`One line.\n${text}`);
  expect(fault).toMatch(/^docs\/page\.md:[23] /);
  expect(fault).toContain(message);
  expect(others).toEqual([]);
});
