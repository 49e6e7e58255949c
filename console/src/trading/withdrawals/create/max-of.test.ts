import { expect, it } from 'vitest';
import { maxOf } from './max-of.ts';

it.each([
  ['100', null, 6, '100'],
  ['100', '1.5', 6, '98.5'],
  ['0.123456789', '0', 6, '0.123456'],
  ['1', '2', 6, '0'],
])('of %s with the fee %s in %i decimals, %s can be sent', (available, fee, precision, most) => {
  expect(maxOf(available, fee, precision)).toBe(most);
});
