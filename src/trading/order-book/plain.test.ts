import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { plain } from './plain.ts';

test('a plain text is that of the trimmed decimal', () => {
  const values = fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 30 }),
    )
    .map(([coefficient, zeros, scale]) => Decimal.of(coefficient * 10n ** BigInt(zeros), scale));
  fc.assert(
    fc.property(values, (value) => {
      expect(plain(value)).toBe(value.trim().toString());
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [0n, 5, '0'],
  [0n, 0, '0'],
  [100n, 0, '100'],
  [100n, 2, '1'],
  [1n, 3, '0.001'],
  [120n, 3, '0.12'],
])('%d of 10^-%d is %s', (coefficient, scale, text) => {
  expect(plain(Decimal.of(coefficient, scale))).toBe(text);
});
