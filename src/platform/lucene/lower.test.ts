import { sql as kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { lower, parse, type Condition } from './index.ts';
import { FIELDS } from './testing/corpus.ts';

const { db, sql } = await createTestDatabase();

function compile(filter: string): Condition {
  const parsed = parse(filter, FIELDS);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join(' '));
  return lower(parsed.query);
}

describe('a filter becomes one parameterised condition', () => {
  test.each<[filter: string, sql: string, parameters: unknown[]]>([
    ['*:*', 'true', []],
    ['status:A', 'd.status = ?::text', ['A']],
    ['status:*', 'd.status is not null', []],
    ['status:A*', 'd.status like ?::text', ['A%']],
    ['*50%\\_\\*\\\\?', 'd.reference like ?::text', ['%50\\%\\_*\\\\_']],
    ['/a.b/', 'd.reference ~ ?::text', ['^(?:a.b)$']],
    ['/#/', 'false', []],
    [
      'ab~1',
      '(char_length(d.reference) between ?::integer and ?::integer and lucene_within(d.reference, ?::text, ?::integer))',
      [1, 3, 'ab', 1],
    ],
    ['[a TO b}', '(d.reference collate "C" >= ?::text and d.reference collate "C" < ?::text)', ['a', 'b']],
    ['from:{1.50 TO *]', '(d.from_amount > ?::numeric)', ['1.50']],
    ['from:1.50', 'd.from_amount = ?::numeric', ['1.50']],
    ['venues:a', 'd.venues @> array[?::text]', ['a']],
    ['venues:*', 'cardinality(d.venues) > 0', []],
    ['venues:a*', 'exists (select from unnest(d.venues) as member where member like ?::text)', ['a%']],
    [
      'venues:(a* OR b OR c*)',
      '((d.venues @> array[?::text] or exists (select from unnest(d.venues) as member where member like ?::text or member like ?::text)))',
      ['b', 'a%', 'c%'],
    ],
    ['a b', '((d.reference = ?::text or d.reference = ?::text))', ['a', 'b']],
    ['+a b', '((d.reference = ?::text))', ['a']],
    ['+a -b', '((d.reference = ?::text) and (d.reference = ?::text) is not true)', ['a', 'b']],
    [
      '+a -b -venues:c* -venues:d*',
      '((d.reference = ?::text) and (d.reference = ?::text or exists (select from unnest(d.venues) as member where member like ?::text or member like ?::text)) is not true)',
      ['a', 'b', 'c%', 'd%'],
    ],
    ['-a', 'false', []],
    ['+a +(-b)', '((d.reference = ?::text and false))', ['a']],
  ])('%s', (filter, text, parameters) => {
    const condition = compile(filter);
    expect([condition.fragments.join('?'), condition.parameters]).toEqual([text, parameters]);
  });
});

describe('a time stands for all instants that agree with it', () => {
  test.each<[filter: string, instant: string, isSelected: boolean]>([
    ['createdAt:2024-05-01', '2024-05-01T00:00:00Z', true],
    ['createdAt:2024-05-01', '2024-05-01T23:59:59.999999Z', true],
    ['createdAt:2024-05-01', '2024-05-02T00:00:00Z', false],
    ['createdAt:"2024-05-01T09:30Z"', '2024-05-01T09:30:59.9Z', true],
    ['createdAt:"2024-05-01T09:30:15Z"', '2024-05-01T09:30:15.999Z', true],
    ['createdAt:"2024-05-01T09:30:15.123Z"', '2024-05-01T09:30:15.123456Z', true],
    ['createdAt:"2024-05-01T09:30:15.123Z"', '2024-05-01T09:30:15.124Z', false],
    ['createdAt:"2024-05-01T09:30+02:00"', '2024-05-01T07:30:00Z', true],
    ['createdAt:[2024-05-01 TO 2024-05-02]', '2024-05-02T12:00:00Z', true],
    ['createdAt:[2024-05-01 TO 2024-05-02}', '2024-05-02T00:00:00Z', false],
    ['createdAt:{2024-05-01 TO *]', '2024-05-01T23:59:59Z', false],
    ['createdAt:{2024-05-01 TO *]', '2024-05-02T00:00:00Z', true],
    ['createdAt:[2024-05-01T09:30:00Z TO *]', '2024-05-01T09:30:00Z', true],
    ['createdAt:2024-05', '2024-05-31T23:59:59.999999Z', true],
    ['createdAt:2024-05', '2024-06-01T00:00:00Z', false],
    ['createdAt:2024', '2024-12-31T23:59:59.999999Z', true],
    ['createdAt:[2024-05 TO 2024-06}', '2024-06-01T00:00:00Z', false],
    ['createdAt:"2024-05-01T09:30:15.1Z"', '2024-05-01T09:30:15.199999Z', true],
    ['createdAt:"2024-05-01T09:30:15.123456Z"', '2024-05-01T09:30:15.123456Z', true],
    ['createdAt:"2024-05-01T09:30:15.123456Z"', '2024-05-01T09:30:15.123457Z', false],
    ['createdAt:[* TO "1969-12-31T23:59:59.999999Z"]', '1969-12-31T23:59:59.999999Z', true],
    ['createdAt:*', '2024-05-01T00:00:00Z', true],
  ])('%s and %s', async (filter, instant, isSelected) => {
    const { fragments, parameters } = compile(filter);
    const rows = await sql`
      select 1 from (select ${instant}::text::timestamptz as created_at) as d where ${sql(fragments, ...parameters)}`;
    expect(rows.length === 1).toBe(isSelected);
  });
});

test("kysely's tag takes a condition as postgres.js' does", () => {
  const { fragments, parameters } = compile('status:A AND from:[1 TO 2]');
  const query = kysely(fragments, ...parameters).compile(db);
  expect(query.sql).toBe(
    '((d.status = $1::text and (d.from_amount >= $2::numeric and d.from_amount <= $3::numeric)))',
  );
  expect(query.parameters).toEqual(['A', '1', '2']);
});

test('what must not be leaves the rows in whose field there is nothing', async () => {
  const { fragments, parameters } = compile('*:* -status:A -venues:b -from:[1 TO 2]');
  const rows = await sql`
    select 1 from (select null::text as status, null::text[] as venues, null::numeric as from_amount) as d
    where ${sql(fragments, ...parameters)}`;
  expect(rows).toHaveLength(1);
});

const escaped = (text: string): string => text.replaceAll(/\W/g, '\\$&');
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

describe('a filter cannot put SQL into the statement', () => {
  const hostile = [
    `'; drop table document; --`,
    `$1`,
    `") or true --`,
    `\\'); select 1 --`,
    `x' or 'x'='x`,
    `?`,
  ];
  const accepted: ((text: string) => string)[] = [
    escaped,
    quoted,
    (text) => `${escaped(text)}*`,
    (text) => `*${escaped(text)}?`,
    (text) => `${escaped(text)}~1`,
    (text) => `/${escaped(text)}/`,
    (text) => `venues:{${quoted(text)} TO ${quoted(text)}]`,
    (text) => `venues:${quoted(text)} AND status:(${quoted(text)} OR ${escaped(text)})`,
  ];
  const refused: ((text: string) => string)[] = [
    (text) => `${escaped(text)}:a`,
    (text) => `from:${quoted(text)}`,
    (text) => `to:[1 TO ${quoted(text)}]`,
    (text) => `createdAt:${quoted(text)}`,
    (text) => `a^${text}`,
  ];
  const place = (positions: ((text: string) => string)[]) =>
    positions.flatMap((position) => hostile.map((text) => position(text)));

  test.each(place(accepted))('%s is compared as a value', async (filter) => {
    const { fragments, parameters } = compile(filter);
    expect(fragments.join('')).not.toMatch(/[';$?\\]|--|drop|select 1/);
    const rows = await sql`
      select 1 from (select 'some text' as reference, '' as status, null::text[] as venues) as d
      where ${sql(fragments, ...parameters)}`;
    expect(rows).toEqual([]);
  });

  test.each(place(refused))('%s is refused', (filter) => {
    expect(parse(filter, FIELDS).ok).toBe(false);
  });
});
