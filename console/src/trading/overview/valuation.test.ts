import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { totalsOf, valueOf } from './valuation.ts';

it('adds up exactly over venues', () => {
  const totals = totalsOf([
    { asset: 'BTC', total: '0.1' },
    { asset: 'USDT', total: '5' },
    { asset: 'BTC', total: '0.2' },
  ]);
  expect(totals.get('BTC')?.toFixed()).toBe('0.3');
  expect([...totals.keys()]).toEqual(['BTC', 'USDT']);
});

it('values in cents, half to even', () => {
  expect(valueOf(new Big('0.3'), '60000.05').toFixed(2)).toBe('18000.02');
  expect(valueOf(new Big('1'), '0.005').toFixed(2)).toBe('0.00');
});
