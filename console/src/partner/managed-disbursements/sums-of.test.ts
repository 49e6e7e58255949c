import { expect, it } from 'vitest';
import { sumsOf } from './sums-of.ts';

it('adds the amounts of each currency exactly', () => {
  const rows = [
    { amount: '0.10', currency: 'EUR' },
    { amount: '7000', currency: 'USD' },
    { amount: '0.20', currency: 'EUR' },
  ];
  expect(sumsOf(rows)).toEqual(['0.3 EUR', '7,000 USD']);
  expect(sumsOf([])).toEqual([]);
});
