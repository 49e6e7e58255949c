import { expect, it } from 'vitest';
import { sumsOf } from './sums-of.ts';

it('adds the amounts of each currency exactly', () => {
  const rows = [
    { amount: '0.10', currency: 'EUR' },
    { amount: '7', currency: 'USD' },
    { amount: '0.20', currency: 'EUR' },
  ];
  expect(sumsOf(rows)).toEqual([
    { amount: '0.3', currency: 'EUR' },
    { amount: '7', currency: 'USD' },
  ]);
  expect(sumsOf([])).toEqual([]);
});
