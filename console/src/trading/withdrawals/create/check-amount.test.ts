import { expect, it } from 'vitest';
import { checkAmount } from './check-amount.ts';

const USDT = { code: 'USDT', precision: 6, minWithdrawal: '10' };

it.each([
  ['10', 'nothing'],
  ['1250.500000', 'nothing'],
  ['100000000000000000000.000001', 'Only'],
  ['9.999999', 'At least 10 USDT'],
  ['0', 'more than zero'],
  ['10.0000001', 'at most 6 decimals'],
  ['1,250', 'nothing'],
  ['1,250.50 USDT', 'nothing'],
  ['1,25', 'digits'],
  ['1e3', 'digits'],
  ['-5', 'digits'],
  ['', 'digits'],
])('of %s says %s', (amount, fault) => {
  const said = checkAmount(amount, USDT, '5000');
  expect(said ?? 'nothing').toContain(fault);
});

it('compares digits beyond what a number can hold', () => {
  const asset = { ...USDT, precision: 18 };
  expect(checkAmount('9007199254740993.000000000000000001', asset, '9007199254740993')).toContain('Only');
  expect(checkAmount('9007199254740993', asset, '9007199254740993.000000000000000001')).toBeNull();
});
