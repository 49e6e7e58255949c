import { expect, it } from 'vitest';
import { describeSlippage } from './describe-slippage.ts';

it.each([
  [
    '8.75',
    '3.50',
    '5.25',
    '8.75 bps worse than the middle of the books: 3.50 bps by price, 5.25 bps by fees',
  ],
  ['-2.00', '-3', '1', '2 bps better than the middle of the books: -3 bps by price, 1 bps by fees'],
])('%s in all is said in a sentence', (totalBps, priceBps, feeBps, sentence) => {
  expect(describeSlippage({ mid: '1', totalBps, priceBps, feeBps })).toBe(sentence);
});
