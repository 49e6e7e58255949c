import { expect, it } from 'vitest';
import { sumOf } from './sum-of.ts';

it.each([
  ['1250.50', '0', '1250.50'],
  ['9', '0.0005', '9.0005'],
  ['0.000000000000000001', '1', '1.000000000000000001'],
  ['1', '2', '3'],
])('%s and %s are %s', (one, other, sum) => {
  expect(sumOf(one, other)).toBe(sum);
});
