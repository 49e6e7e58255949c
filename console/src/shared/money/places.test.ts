import { assert, integer, property, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { cutDecimal, placesOf } from './places.ts';

it.each([
  ['USD', 2],
  ['JPY', 0],
  ['USDT', 2],
  ['BTC', 8],
  ['ETH', 6],
])('people read amounts of %s with %i decimals', (asset, places) => {
  expect(placesOf(asset)).toBe(places);
});

it.each([
  ['1250.50', 2, '1250.50', ''],
  ['1250.5', 2, '1250.5', ''],
  ['7480.123456', 2, '7480.12', '3456'],
  ['7480.9', 0, '7480', '.9'],
  ['0.00001234567', 2, '0.000012', '34567'],
  ['0', 2, '0', ''],
  ['0.000', 2, '0.00', '0'],
  ['-0.0567', 2, '-0.056', '7'],
])('of %s with %i places, %s is shown', (decimal, places, shown, rest) => {
  expect(cutDecimal(decimal, places)).toEqual({ shown, rest });
});

it('what is shown and what is left out are together every digit', () => {
  const digits = stringMatching(/^-?\d{1,30}(\.\d{1,30})?$/);
  const keeps = property(digits, integer({ min: 0, max: 20 }), (decimal, places) => {
    const { shown, rest } = cutDecimal(decimal, places);
    return shown + rest === decimal;
  });
  expect(() => assert(keeps)).not.toThrow();
});
