import { describe, expect, test } from 'vitest';
import { parse, print, type Diagnostic } from './index.ts';
import { FIELDS } from './testing/corpus.ts';

function diagnose(filter: string): readonly Diagnostic[] {
  const parsed = parse(filter, FIELDS);
  return parsed.ok ? [] : parsed.diagnostics;
}

function understand(filter: string): string {
  const parsed = parse(filter, FIELDS);
  return parsed.ok ? print(parsed.query) : parsed.diagnostics.map(({ message }) => message).join(' ');
}

describe('clauses are required, optional or prohibited as in the classic parser', () => {
  test.each([
    ['a b', 'reference:a reference:b'],
    ['a AND b', '+reference:a +reference:b'],
    ['a OR b', 'reference:a reference:b'],
    ['a AND b OR c', '+reference:a +reference:b reference:c'],
    ['a OR b AND c', 'reference:a +reference:b +reference:c'],
    ['a AND NOT b', '+reference:a -reference:b'],
    ['NOT a AND b', '-reference:a +reference:b'],
    ['+a -b !c', '+reference:a -reference:b -reference:c'],
    ['a && b || c', '+reference:a +reference:b reference:c'],
    ['a&&b', 'reference:"a&&b"'],
    ['a and b', 'reference:a reference:and reference:b'],
    ['! a', 'reference:"!" reference:a'],
    ['NOT a', '-reference:a'],
    ['(a)', 'reference:a'],
    ['a (NOT b)', 'reference:a (-reference:b)'],
    ['status:(a OR from:1)', 'status:a from:1'],
    ['status:(+a -b)^2 c^0.5', '(+status:a -status:b) reference:c'],
  ])('%s', (filter, meaning) => {
    expect(understand(filter)).toBe(meaning);
  });
});

describe('values are read as in the classic parser', () => {
  test.each([
    ['"a b"~3', 'reference:"a b"'],
    ['a\\ b', 'reference:"a b"'],
    ['\\u0041\\u00e9', 'reference:"Aé"'],
    ['*', 'reference:*'],
    ['*:*', '*:*'],
    ['ab*', 'reference:ab*'],
    ['*a\\*b?', 'reference:*a\\*b?'],
    ['\\u0061*', 'reference:a*'],
    ['\\u0061?', 'reference:u0061?'],
    ['/a\\/b/', 'reference:/a\\/b/'],
    ['a~', 'reference:a~2'],
    ['a~1', 'reference:a~1'],
    ['a~0', 'reference:a'],
    ['abcde~0.7', 'reference:abcde~1'],
    ['abcde~0.9', 'reference:abcde'],
    ['abcde~x', 'reference:abcde~2'],
    ['[a TO "b c"}', 'reference:[a TO "b c"}'],
    ['{* TO b]', 'reference:{* TO b]'],
    ['[* TO *]', 'reference:*'],
    ['[TO TO TO]', 'reference:["TO" TO "TO"]'],
    ['from:1.50', 'from:1.50'],
    ['from:"-3"', 'from:"-3"'],
    ['createdAt:2024-02-29', 'createdAt:["2024-02-29T00:00:00.000Z" TO "2024-03-01T00:00:00.000Z"}'],
  ])('%s', (filter, meaning) => {
    expect(understand(filter)).toBe(meaning);
  });
});

describe('a broken filter is answered with the place and the remedy', () => {
  test.each<[filter: string, offset: number, length: number, remedy: string]>([
    ['', 0, 0, 'The filter is empty'],
    ['   ', 3, 0, 'The filter is empty'],
    ['"a', 0, 2, 'Add `"` at the end'],
    ['status:"PENDING', 7, 8, 'Add `"` at the end'],
    ['a AND', 5, 0, 'ends where a term is expected'],
    ['a AND AND b', 6, 3, 'For the word itself write "AND"'],
    ['OR a', 0, 2, 'For the word itself write "OR"'],
    ['NOT', 3, 0, 'ends where a term is expected'],
    ['+', 1, 0, 'ends where a term is expected'],
    ['NOT NOT a', 4, 3, '`NOT` can only begin a clause'],
    ['from:-5', 5, 1, 'put the value in quotation marks'],
    ['b (a', 2, 1, 'The parenthesis is never closed'],
    ['a)', 1, 1, 'no parenthesis that `)` could close'],
    ['a AND ()', 7, 1, 'A term is needed before `)`'],
    [':a', 0, 1, '`:` stands between a field and its value'],
    ['status::a', 7, 1, '`:` stands between a field and its value'],
    ['a^', 1, 1, 'A boost is a number'],
    ['a ^x', 2, 1, 'A boost is a number'],
    ['~1', 0, 2, 'can only follow a term'],
    ['(a)~1', 3, 2, 'can only follow a term'],
    ['abc~1.5', 3, 4, '`~1` or `~2`'],
    ['abc~-1', 3, 3, '`~1` or `~2`'],
    ['status:[a TO b', 7, 7, 'A range is written'],
    ['[a b]', 0, 4, 'A range is written'],
    ['a]', 1, 1, 'Write `\\]` for the character itself'],
    ['a/b', 1, 2, 'Add `/` at the end'],
    ['a\\', 1, 1, 'Nothing follows the backslash'],
    ['b \\u12', 2, 4, 'four hexadecimal digits'],
    ['b "a\\uzzzz"', 4, 6, 'four hexadecimal digits'],
    ['nofield:a', 0, 7, 'Use one of reference, id, status'],
    ['__proto__:a', 0, 9, 'Use one of reference, id, status'],
    ['nofield:(status:a)', 0, 7, 'Use one of reference, id, status'],
    ['*:a', 2, 1, 'After `*:` only `*` can stand'],
    ['*:[a TO b]', 2, 8, 'After `*:` only `*` can stand'],
    ['from:abc', 5, 3, '`from` is a number'],
    ['from:"one"', 6, 3, '`from` is a number'],
    ['from:[1 TO x]', 11, 1, '`from` is a number'],
    ['from:.5', 5, 2, 'Write a digit before the point, such as 0.5'],
    ['from:1e3', 5, 3, 'without an exponent, such as 1000'],
    ['from:>5', 5, 2, 'There is no `>`: write `from:{5 TO *]`'],
    ['from:<=5', 5, 3, 'There is no `<=`: write `from:[* TO 5]`'],
    ['from:<5', 5, 2, 'There is no `<`: write `from:[* TO 5}`'],
    ['from:1*', 5, 2, 'takes no wildcard'],
    ['from:1?2', 5, 3, 'takes no wildcard'],
    ['from:/1/', 5, 3, 'takes no regular expression'],
    ['from:1~', 6, 1, 'takes no fuzzy search'],
    ['createdAt:yesterday', 10, 9, '`createdAt` is a time'],
    ['createdAt:2024-02-30', 10, 10, '`createdAt` is a time'],
    ['createdAt:2024-13', 10, 7, '`createdAt` is a time'],
    ['createdAt:2024*', 10, 5, 'takes no wildcard'],
  ])('%s', (filter, offset, length, remedy) => {
    expect(diagnose(filter)).toEqual([
      { offset, length, message: expect.stringContaining(remedy) as string },
    ]);
  });

  test('all invalid values are reported together', () => {
    const offsets = diagnose('nofield:a AND (other:b OR from:x) AND /(/ AND createdAt:[1 TO 2]').map(
      ({ offset }) => offset,
    );
    expect(offsets).toEqual([0, 15, 31, 40, 57, 62]);
  });
});

const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
const regexps = (count: number): string =>
  Array.from({ length: count }, (_, index) => `/a${index}/`).join(' ');

describe('a filter is bounded', () => {
  test.each([
    ['1024 characters', 'a'.repeat(1024), []],
    ['1025 characters', 'a'.repeat(1025), [1024]],
    ['1024 characters outside the basic plane', '🚀'.repeat(1024), []],
    ['parentheses 32 deep', nested(32), []],
    ['parentheses 33 deep', nested(33), [32]],
    ['1,000 parentheses', '('.repeat(1000), [32]],
    ['1,000 nested parentheses', nested(1000), [1024]],
    ['16 regular expressions', regexps(16), []],
    ['17 regular expressions', regexps(17), [regexps(16).length + 1]],
  ])('%s', (_, filter, offsets) => {
    expect(diagnose(filter).map(({ offset }) => offset)).toEqual(offsets);
  });
});
