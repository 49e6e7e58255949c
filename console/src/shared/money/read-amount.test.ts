import { assert, property, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits } from './group.ts';
import { readAmount } from './read-amount.ts';

it.each([
  ['1250.50', '1250.50'],
  ['1,250.50', '1250.50'],
  [' 1,250.50 USDT ', '1250.50'],
  ['1 250 000', '1250000'],
  ['1’250.5', '1250.5'],
  ['1,25', undefined],
  ['1,2500', undefined],
  ['1,250 000', undefined],
  ['1.250,50', undefined],
  ['1,250.50 BTC', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['USDT', undefined],
])('of %s reads %s', (text, amount) => {
  expect(readAmount(text, 'USDT')).toBe(amount);
});

it('every amount that the console prints is read as it is', () => {
  const digits = stringMatching(/^\d{1,30}(\.\d{1,20})?$/);
  assert(property(digits, (decimal) => readAmount(groupDigits(decimal)) === decimal));
});
