import { expect, it } from 'vitest';
import { spreadOf, toDepth, toSides } from './depth.ts';

const entry = (price: string, quantity: string, priceWithFee = price) => ({
  price,
  quantity,
  venue: 'aurora',
  timestamp: '2026-01-31T12:00:00.000Z',
  priceWithFee,
});

const PLAIN = { withFee: false, isCumulative: false };
const totalsOf = (side: readonly { price: string; total: string }[]) =>
  side.map(({ price, total }) => [price, total]);

it('adds up exactly from the best price outwards, in rising prices', () => {
  const sides = toSides(
    { bids: [entry('99', '0.1'), entry('98', '0.2')], asks: [entry('101', '3'), entry('102', '4')] },
    PLAIN,
  );
  expect(totalsOf(sides.bids)).toEqual([
    ['99', '0.1'],
    ['98', '0.3'],
  ]);
  expect(toDepth(sides)).toEqual({
    prices: [98, 99, 101, 102],
    bids: [0.3, 0.1, null, null],
    asks: [null, null, 3, 7],
  });
});

it('shows both sides of a crossed book where they overlap', () => {
  const sides = toSides(
    { bids: [entry('101', '1'), entry('99', '1')], asks: [entry('100', '5'), entry('101', '5')] },
    PLAIN,
  );
  expect(toDepth(sides)).toEqual({ prices: [99, 100, 101], bids: [2, null, 1], asks: [null, 5, 10] });
  expect(spreadOf(sides)?.toFixed()).toBe('-1');
});

it('does not add up a second time what a book of averages has added up', () => {
  // Levels of 1 at 100, 1 at 102 and 2 at 104 on one side, and of 2 at 99 and 2 at 97 on the other.
  const sides = toSides(
    {
      bids: [entry('99', '2'), entry('98', '4')],
      asks: [entry('100', '1'), entry('101', '2'), entry('102.5', '4')],
    },
    { withFee: false, isCumulative: true },
  );
  expect(totalsOf(sides.asks)).toEqual([
    ['100', '1'],
    ['101', '2'],
    ['102.5', '4'],
  ]);
  expect(toDepth(sides)).toEqual({
    prices: [98, 99, 100, 101, 102.5],
    bids: [4, 2, null, null, null],
    asks: [null, null, 1, 2, 4],
  });
});

it('adds up in the order of the prices with fees where those are shown, and keeps the order of the book', () => {
  const book = {
    bids: [entry('99', '1', '98.1'), entry('98.9', '2', '98.8')],
    asks: [entry('100', '3', '101'), entry('100.2', '4', '100.3')],
  };
  const sides = toSides(book, { withFee: true, isCumulative: false });
  expect(totalsOf(sides.bids)).toEqual([
    ['98.1', '3'],
    ['98.8', '2'],
  ]);
  expect(totalsOf(sides.asks)).toEqual([
    ['101', '7'],
    ['100.3', '4'],
  ]);
  expect(toDepth(sides)).toEqual({
    prices: [98.1, 98.8, 100.3, 101],
    bids: [3, 2, null, null],
    asks: [null, null, 4, 7],
  });
  expect(spreadOf(sides)?.toFixed()).toBe('1.5');
  expect(spreadOf(toSides(book, PLAIN))?.toFixed()).toBe('1');
});

it('has no spread without both sides', () => {
  expect(spreadOf(toSides({ bids: [], asks: [entry('100', '1')] }, PLAIN))).toBeUndefined();
});
