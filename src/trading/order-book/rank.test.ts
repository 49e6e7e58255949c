import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { quantitySign, rankOfUnits, readRank, unitsOf } from './rank.ts';

const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const wholes = digits(12).map((text) => text.replace(/^0+(?=\d)/, ''));
const prices = fc
  .tuple(wholes, fc.option(digits(18)))
  .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`))
  .filter((text) => /[1-9]/.test(text));

function rankOf(text: string, sign: 1 | -1): { high: number; low: number } | undefined {
  const rank = new Float64Array(2);
  return readRank(text, sign, rank) ? { high: rank[0] ?? 0, low: rank[1] ?? 0 } : undefined;
}

describe('the rank of a price', () => {
  test('orders any two prices of 12 digits and 18 decimals as exact decimals do, and asks the other way round', () => {
    fc.assert(
      fc.property(prices, prices, (left, right) => {
        const expected = Decimal.parse(left).compare(Decimal.parse(right));
        for (const sign of [1, -1] as const) {
          const [a, b] = [rankOf(left, sign), rankOf(right, sign)];
          if (!a || !b) throw new Error('A price was refused.');
          expect(Math.sign(a.high - b.high) || Math.sign(a.low - b.low) || 0).toBe(expected * sign || 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('distinguishes prices that differ only in the eighteenth decimal', () => {
    expect(rankOf('999999999999.000000000000000001', 1)).not.toEqual(rankOf('999999999999', 1));
    expect(rankOf('1.500', 1)).toEqual(rankOf('1.5', 1));
  });

  test('stands for exactly the price it was read from', () => {
    fc.assert(
      fc.property(prices, (text) => {
        const rank = rankOf(text, -1);
        if (!rank) throw new Error('A price was refused.');
        const units = unitsOf(rank.high, rank.low);
        expect(Decimal.of(units, 18).equals(Decimal.parse(text))).toBe(true);
        expect(rankOfUnits(units, -1)).toEqual({ high: rank.high + 0, low: rank.low });
      }),
    );
  });

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '01',
    '-1',
    '+1',
    '1e5',
    '1.5e-7',
    ' 1',
    '1 ',
    '1,5',
    '1.2.3',
    'NaN',
    '٣',
    '1\u0000',
    '0',
    '0.000',
    '1234567890123',
    '1.1234567890123456789',
    '0x10',
  ])('refuses %j', (text) => {
    expect(rankOf(text, 1)).toBeUndefined();
  });
});

describe('the sign of a quantity', () => {
  test.each([
    ['0', 0],
    ['0.0', 0],
    ['0.000000000000000000', 0],
    ['0.000000000000000001', 1],
    ['10', 1],
    ['0.10', 1],
    ['999999999999999999.999999999999999999', 1],
    ['', undefined],
    ['-1', undefined],
    ['-0', undefined],
    ['.0', undefined],
    ['0.', undefined],
    ['00', undefined],
    ['1e3', undefined],
    ['1.0x', undefined],
    ['0.0.0', undefined],
    ['1234567890123456789', undefined],
    ['0.0000000000000000000', undefined],
  ] as const)('of %j is %j', (text, sign) => {
    expect(quantitySign(text)).toBe(sign);
  });
});
