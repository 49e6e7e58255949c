import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { lower, parse, print } from './index.ts';
import { FIELDS, readCorpus } from './testing/corpus.ts';

const { questions } = readCorpus();
const answered = questions.flatMap(({ query, selected }) => (selected === null ? [] : [query]));

const WORDS =
  String.raw`a b AND TO && || ! + - ( ) : ^ ^2 [ ] { } " ~ ~1 * ? \ / \u \u0061 status: from: venues: createdAt:
  x: *:* /a.*/ /[^a]{2,3}|b?/ <1-9> 2024-05-01 1.5 🚀`.split(/\s+/);
const PIECES = [...WORDS, ' OR ', ' NOT ', '[a TO b]', '{1 TO *}', ' ', '\t', '\u3000', '\ud83d', '\0'];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));
const edited = fc
  .tuple(fc.constantFrom(...answered), fc.nat(), fc.constantFrom(...PIECES, ''), fc.nat({ max: 3 }))
  .map(([query, at, piece, cut]) => {
    const position = at % (query.length + 1);
    return query.slice(0, position) + piece + query.slice(position + cut);
  });
const anything = fc.string({ unit: 'binary', maxLength: 60 });
const filter = fc.oneof(soup, edited, anything, fc.constantFrom(...answered));

/** All that the SQL may contain: the columns of the fields, and constants. */
const SQL =
  /d\.[a-z_]+|member|::(?:text|numeric|timestamptz|integer)|char_length|between|collate "C"|exists \(select from unnest\(|as member where|array\[|cardinality|lucene_within|is not (?:true|null)|like|and|or|true|false|[<>]=?|[=~@()\],0 ]/g;

describe('for any text', () => {
  test('parsing does not throw, and every error has a position within the text', () => {
    fc.assert(
      fc.property(filter, (text) => {
        const parsed = parse(text, FIELDS);
        if (parsed.ok) return;
        expect(parsed.diagnostics.length).toBeGreaterThan(0);
        for (const { offset, length, message } of parsed.diagnostics) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThanOrEqual(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
          expect(message).toMatch(/\w/);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test('what is accepted is lowered to constants and a bounded number of parameters', () => {
    fc.assert(
      fc.property(filter, (text) => {
        const parsed = parse(text, FIELDS);
        if (!parsed.ok) return;
        const { fragments, parameters } = lower(parsed.query);
        expect(fragments.join('').replaceAll(SQL, '')).toBe('');
        expect(fragments).toHaveLength(parameters.length + 1);
        expect(parameters.length).toBeLessThanOrEqual(2 * text.length + 2);
      }),
      { numRuns: 1500 },
    );
  });

  test('what is accepted and printed means the same when it is parsed again, and is printed the same', () => {
    fc.assert(
      fc.property(filter, (text) => {
        const parsed = parse(text, FIELDS);
        if (!parsed.ok) return;
        const printed = print(parsed.query);
        // Printing adds field names, which may exceed the limit.
        if (printed.length > 1024) return;
        const again = parse(printed, FIELDS);
        if (!again.ok) throw new Error(`${printed}: ${again.diagnostics[0]?.message}`);
        expect(print(again.query)).toBe(printed);
        expect(lower(again.query)).toEqual(lower(parsed.query));
      }),
      { numRuns: 1500 },
    );
  });
});

/** How often parsing reads a character of the text. */
function steps(text: string): number {
  const readers = (['charCodeAt', 'codePointAt', 'charAt'] as const).map((name) =>
    vi.spyOn(String.prototype, name),
  );
  parse(text, FIELDS);
  const count = readers.reduce((total, reader) => total + reader.mock.calls.length, 0);
  for (const reader of readers) reader.mockRestore();
  return count;
}

describe('the work grows with the length of the text and not faster', () => {
  const single =
    String.raw`a * ? \ \u \u0061 " \" ( () ) ~ ^ / \/ /\ /( /a{ /[a /" /< [ [" ! + x: *: 🚀 ] & |`.split(' ');
  const spaced = [
    'a',
    'a*',
    'a~',
    'a^1',
    '"a"',
    '(a)',
    '/a/',
    '["a"',
    '[a TO',
    '[a TO b]',
    'from:1',
    '+a',
    '!',
    'AND',
  ];
  const units = [
    ...single,
    ...spaced.map((unit) => `${unit} `),
    'a AND ',
    '[\t',
    '\u3000',
    'createdAt:2024-05-01 ',
  ];

  test.each(units)('%s, over and over', (unit) => {
    const repeated = (length: number) => unit.repeat(length / unit.length);
    for (const place of [
      (text: string) => text,
      (text: string) => `/${text}/`,
      (text: string) => `[${text}`,
    ]) {
      expect(steps(place(repeated(900)))).toBeLessThan(2.5 * steps(place(repeated(450))) + 100);
    }
  });
});
