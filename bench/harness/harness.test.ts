import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare } from './earlier.ts';
import { toLine, isMet, median, race, type Target } from './measure.ts';
import { renderPerformance } from './record.ts';
import { SUBJECTS } from './subjects.ts';

test.each<[string, { figure: number; ratio?: number; target?: Target }, boolean | undefined]>([
  ['a ratio at its target', { figure: 1, ratio: 0.75, target: '>= 0.75' }, true],
  ['a ratio below its target', { figure: 1, ratio: 0.74, target: '>= 0.75' }, false],
  ['a ratio above its limit', { figure: 1, ratio: 3.1, target: '<= 3' }, false],
  ['a figure within its limit', { figure: 200, target: '<= 200' }, true],
  ['a figure above its limit', { figure: 201, target: '<= 200' }, false],
  ['a figure that is not a number', { figure: Number.NaN, target: '<= 200' }, false],
  ['a figure without a target', { figure: 1 }, undefined],
])('%s is judged', (_, measured, verdict) => {
  expect(isMet({ name: 'name', unit: 'ms', ...measured })).toBe(verdict);
});

test.each([
  [
    { name: 'decimal', figure: 12_345_678, unit: '/s', rival: 'big.js', ratio: 8.4, target: '>= 1' as const },
    'decimal 12.3 M/s 8.4x big.js (target >= 1x) ok',
  ],
  [
    { name: 'start', figure: 6.125, unit: 's', target: '<= 5' as const },
    'start 6.13 s (target <= 5 s) MISSED',
  ],
  [{ name: 'memory', figure: 1234, unit: 'MiB' }, 'memory 1234 MiB'],
])('a measurement is one line of text', (measurement, line) => {
  expect(toLine(measurement).replaceAll(/ +/g, ' ')).toBe(line);
});

test('a race whose contestants disagree is refused', async () => {
  const unequal = race({ name: 'sum', operations: 1, ours: () => 2, rivals: { theirs: async () => 3 } });
  await expect(unequal).rejects.toThrow('sum: theirs found 3, but ours found 2.');
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

const one = (name: string, figure: number, ratio?: number, rival = 'fastify') =>
  ({ name, figure, unit: '/s', ...(ratio !== undefined && { ratio, rival }) }) as const;

test('measurements are compared with earlier ones of the same name and rival, by their ratios', () => {
  const lines = compare(
    [one('no-op', 90, 0.6), one('no-op', 90, 0.3, 'express'), one('start', 3)],
    [one('no-op', 100, 0.5), one('start', 4)],
  );
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'no-op 0.6x fastify +20 % from 0.5',
    'no-op 0.3x express new',
    'start 3 /s -25 % from 4',
  ]);
});

test('every benchmark says what it measures', () => {
  const files = readdirSync(join(import.meta.dirname, '..')).filter((file) => file.endsWith('.bench.ts'));
  expect(Object.keys(SUBJECTS).map((name) => `${name}.bench.ts`)).toEqual(files.sort());
});

test('a recorded run says when, where and how it was measured, and what missed its target', () => {
  const run = { date: '2026-01-31', commit: 'abcd1234', machine: '2 × a processor', load: 0.1 };
  const missed = { name: 'no-op', figure: 12_700, unit: '/s', rival: 'fastify', ratio: 0.37 };
  const page = renderPerformance({
    http: { ...run, measurements: [{ ...missed, target: '>= 0.5' }, one('start', 3)] },
  });
  expect(page).toContain(
    '`npm run bench -- http`, 2026-01-31, commit abcd1234, load 0.1 before, on 2 × a processor:',
  );
  expect(page).toContain('| no-op | 12.7 k/s | 0.37 × fastify | >= 0.5 | **missed** |');
  expect(page).toContain('| start | 3 /s |  |  |  |');
  expect(page).toMatch(/## webhooks\n\n.*\n\nNot recorded\./);
});
