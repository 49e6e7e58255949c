import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { wholeUnits } from './minor-units.ts';

test.each([
  ['EUR', '1.23'],
  ['JPY', '1'],
  ['KWD', '1.234'],
  ['CLF', '1.2345'],
  ['HUF', '1.23'],
  // Of Curaçao and Sint Maarten since 2025.
  ['XCG', '1.23'],
  ['USDT', '1.234567'],
  ['XXX', '0'],
])('what is paid in %s is rounded down to its minor unit', (currency, amount) => {
  expect(wholeUnits(Decimal.parse('1.2345678'), currency).toString()).toBe(amount);
});
