import { expect, it } from 'vitest';
import { toDepth } from './depth.ts';

const entry = (price: string, quantity: string) => ({
  price,
  quantity,
  venue: 'aurora',
  timestamp: '2026-01-31T12:00:00.000Z',
  priceWithFee: price,
});

it('adds up from the best price outwards, in rising prices', () => {
  const depth = toDepth(
    [entry('99', '1'), entry('98', '2')],
    [entry('101', '3'), entry('102', '4')],
    ({ price }) => price,
  );
  expect(depth).toEqual({
    prices: [98, 99, 101, 102],
    bids: [3, 1, null, null],
    asks: [null, null, 3, 7],
  });
});

it('shows both sides of a crossed book where they overlap', () => {
  const depth = toDepth(
    [entry('101', '1'), entry('99', '1')],
    [entry('100', '5'), entry('101', '5')],
    ({ price }) => price,
  );
  expect(depth).toEqual({ prices: [99, 100, 101], bids: [2, null, 1], asks: [null, 5, 10] });
});
