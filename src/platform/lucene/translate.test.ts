import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { toPostgres } from './translate.ts';

const { sql } = await createTestDatabase();

describe('what the two dialects read differently, or PostgreSQL cannot run, is refused with its place', () => {
  test.each<[source: string, offset: number, length: number, remedy: string]>([
    ['ab~c', 2, 1, 'Put NOT before'],
    ['a(b&c)', 3, 1, 'Join two conditions with AND'],
    ['a\\d', 1, 2, 'a class such as `[0-9]`'],
    ['[a\\w]', 2, 2, 'a class such as `[0-9]`'],
    ['a{256}', 1, 5, 'at most 255 times'],
    ['(a?){100}', 0, 9, 'too large'],
    ['((a{99}){99}){99}', 0, 17, 'too large'],
    [`${'('.repeat(33)}a${')'.repeat(33)}`, 32, 1, 'at most 32 deep'],
    ['a(b', 1, 2, 'The group is never closed'],
    ['a)b', 1, 2, '`)` closes nothing'],
    ['a[b', 1, 2, 'The class is never closed'],
    ['a[c-b]', 2, 4, 'runs backwards'],
    ['a"b', 1, 2, 'The quotation mark is never closed'],
    ['a{x}', 1, 3, 'A repetition is written'],
    ['a{1,2', 1, 4, 'A repetition is written'],
    ['a<b>', 1, 3, 'An interval is written'],
    ['<1-2147483648>', 0, 14, 'An interval is written'],
    ['a|', 2, 0, 'ends where a character is needed'],
    ['a\\', 1, 1, 'ends where a character is needed'],
  ])('%s', (source, offset, length, remedy) => {
    expect(toPostgres(source)).toEqual({
      offset,
      length,
      message: expect.stringContaining(remedy) as string,
    });
  });
});

/** Each grows with its number until it is refused, and is hard on an automaton in its own way. */
const HOSTILE: Record<string, (count: number) => string> = {
  'optional parts': (count) => `(a?){${count}}`,
  'loops in a row': (count) => `(a*b*c*d*){${count}}`,
  'loops in a loop': (count) => `((a*b*c*d*){${count}})*`,
  'loops within loops': (count) =>
    Array.from({ length: count }, () => 0).reduce((inner) => `(${inner}?b)*`, 'a'),
  'a union of loops': (count) =>
    `(${Array.from({ length: count }, (_, index) => `${(index * 7) % 10}*${index % 10}*`).join('|')})*`,
  'the exponential automaton': (count) => `(a|b)*a(a|b){${count}}`,
  'any characters': (count) => `(.*a){${count}}`,
  'bounded repetitions': (count) => `(.{0,${count}}a){8}`,
  'doubled again and again': (count) =>
    Array.from({ length: count }, () => 0).reduce((inner) => `(${inner}{2})?`, 'a'),
  intervals: (count) => `<1-2147483647>{${count}}`,
};

test.each(Object.entries(HOSTILE))('%s: the largest that is let through runs', async (_, grow) => {
  const expressions = Array.from({ length: 64 }, (_, index) => toPostgres(grow(index * 4 + 1)));
  const largest = expressions
    .flatMap((result) => ('expression' in result ? [result.expression ?? ''] : []))
    .at(-1);
  const value = `${'ab'.repeat(40)}${'abcd'.repeat(10)}!`;
  expect(await sql`select ${value}::text ~ ${largest ?? ''} as matches`).toEqual([{ matches: false }]);
});
