import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { totalsOf, valueOf, worthOf } from './valuation.ts';

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

const held = (asset: string, value: string | null | undefined) => ({
  asset,
  total: new Big(1),
  value: typeof value === 'string' ? new Big(value) : value,
});

it('has no sum before every value is known, and names what has no price', () => {
  expect(worthOf([held('BTC', '60000.10'), held('ETH', undefined)])).toBeUndefined();
  const worth = worthOf([held('BTC', '60000.10'), held('USDT', '0.20'), held('XYZ', null)]);
  expect(worth?.sum.toFixed(2)).toBe('60000.30');
  expect(worth?.unpriced).toEqual(['XYZ']);
  expect(worthOf([])?.sum.toFixed(2)).toBe('0.00');
});
