import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindNamed } from '../../kinds/index.ts';
import { ndjsonReader } from './ndjson.ts';
import { Records, type Fault } from './line-records.ts';
import { effort } from '../../../../testing/effort.ts';

const orders = kindNamed('orders');
const NAMES = ['server', 'ticket', 'symbol', 'volume_lots', 'close_by', 'closed_at', 'colour'];

/** A reader of lines that tells the record of each, or its faults. */
function reader(): (text: string) => string | readonly Fault[] {
  const [read, records] = [ndjsonReader(orders), new Records()];
  return (text) => read(Buffer.from(text), records) ?? records.take().toString();
}

const value = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '"a"',
    '"2024-03-01T00:00:00Z"',
    '""',
    '"NaN"',
    '1',
    '-0.50',
    '1e3',
    '01',
    '{}',
    '',
  ),
  fc.string().map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true }).map(String),
);
const line = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 7 }),
    fc.constantFrom([',', ':'], [', ', ': '], [' ,\t', ' :  ']),
    fc.constantFrom('', ' ', '}', 'x'),
  )
  .map(([members, [comma = '', colon = ''], rest]) => {
    const text = members.map(([name, written]) => `"${name}"${colon}${written}`).join(comma);
    return `{${text}}${rest}`;
  });

/** Signs, points and digits in a wrong order are left to the checks of the field, which take no such number. */
const MISWRITTEN_NUMBER = /(^|,)(-?0\d|[-.\d]*(-\.|\.-|--|\.\.|[.-]($|,)))/;

test('a line gives the same record whatever lines came before it, or is refused', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const read = reader();
      const strays = lines.filter((text) => {
        const alone = reader()(text);
        const after = read(text);
        if (typeof alone === 'string') return after !== alone;
        return typeof after === 'string' && !MISWRITTEN_NUMBER.test(after);
      });
      expect(strays).toEqual([]);
    }),
    { numRuns: effort(60, 500) },
  );
});

test('a line is read alike with and without escapes, spaces and nulls', () => {
  const read = reader();
  const expected = '"real-1",7,,"EUR/USD",,,,1.50,,,,,,false,,,,,';
  for (const text of [
    '{"server":"real-1","ticket":7,"symbol":"EUR/USD","volume_lots":1.50,"close_by":false}',
    '{"server": "real-1", "ticket": 7, "symbol": "EUR/USD", "volume_lots": 1.50, "close_by": false}',
    '{"server":"real\\u002d1","ticket":7,"symbol":"EUR\\/USD","volume_lots":1.50,"close_by":false}',
    '{"server":"real-1","ticket":7,"symbol":"EUR/USD","open_spread":null,"volume_lots":1.50,"close_by":false}',
    '{"close_by":false,"server":"real-1","ticket":7,"symbol":"EUR/USD","volume_lots":1.50}',
  ]) {
    expect([read(text), read(text)]).toEqual([expected, expected]);
  }
});
