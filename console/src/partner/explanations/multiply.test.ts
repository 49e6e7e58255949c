import { BigNumber } from 'bignumber.js';
import { array, assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { multiply } from './multiply.ts';

const factor = (numerator: string | null, denominator = '1') => ({ numerator, denominator });

it.each([
  [[factor('8.5'), factor('1.5')], '12.75', '12.75'],
  [[factor('1'), factor('1', '3')], '0.333333333333333333', '0.33333333'],
  // Half of the last unit goes away from zero, on both sides of it.
  [[factor('0.000000005')], '0.000000005', '0.00000001'],
  [[factor('-0.000000005')], '-0.000000005', '-0.00000001'],
  // 18 decimals round up to half of the last unit; the amount must not be rounded twice.
  [[factor('0.0000000049999999999')], '0.000000005', '0'],
  [[], '1', '1'],
])('%j is %s, rounded %s', (factors, product, rounded) => {
  expect(multiply(factors, 8)).toEqual({ product, rounded });
});

it('a missing factor gives no product', () => {
  expect(multiply([factor('2'), factor(null)], 8)).toBeNull();
});

it('agrees with another decimal library to the last digit', () => {
  const part = record({
    numerator: integer({ min: -1_000_000, max: 1_000_000 }).map((n) => `${n / 100}`),
    denominator: integer({ min: 1, max: 1_000_000 }).map((n) => `${n / 100}`),
  });
  const agrees = property(array(part, { maxLength: 6 }), (factors) => {
    const Exact = BigNumber.clone({ DECIMAL_PLACES: 8, ROUNDING_MODE: BigNumber.ROUND_HALF_UP });
    const over = factors.reduce((product, { numerator }) => product.times(numerator), new Exact(1));
    const under = factors.reduce((product, { denominator }) => product.times(denominator), new Exact(1));
    expect(new Exact(multiply(factors, 8)?.rounded ?? Number.NaN).eq(over.div(under))).toBe(true);
  });
  expect(() => assert(agrees)).not.toThrow();
});
