import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Book, type BookChange } from './book.ts';
import { FeedFault } from './fault.ts';
import type { Level, PricedQuantity, Side } from './side.ts';
import { levelsOf } from './testing/listing.ts';
import { NaiveBook } from './testing/naive.ts';
import { randomNumbers } from './testing/random.ts';
import { effort } from '../../testing/effort.ts';

const PRICES_PER_SIDE = 30;

/** Random batches over few prices, so that levels appear, change and disappear often; bids stay below asks. */
function* randomChanges(
  seed: number,
  decimals: number,
  batches: number,
  batchSize: number,
): Generator<BookChange> {
  const below = randomNumbers(seed);
  const long = Array.from(
    { length: 2 * PRICES_PER_SIDE },
    (_, tick) => `7.${String(tick).padStart(decimals, '0')}`,
  );
  // The same price with fewer zeros is the same level.
  const spellings = [long, long.map((text) => text.replace(/\.?0+$/, ''))];
  const quantities = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? '0.00' : `${index}.50`));
  for (let timestampMs = 0; timestampMs < batches; timestampMs++) {
    const [bids, asks]: [PricedQuantity[], PricedQuantity[]] = [[], []];
    for (let index = 0; index < batchSize; index++) {
      const tick = below(2 * PRICES_PER_SIDE);
      const price = spellings[below(2)]?.[tick] ?? '';
      (tick < PRICES_PER_SIDE ? bids : asks).push([price, quantities[below(quantities.length)] ?? '']);
    }
    yield { bids, asks, timestampMs };
  }
}

/** Compared without vitest, which is far slower for equal values. */
function differenceOf(book: Book, bids: readonly Level[], asks: readonly Level[]): object | undefined {
  const actual = { bids: book.bids.levels(), asks: book.asks.levels() };
  return isDeepStrictEqual(actual, { bids, asks }) ? undefined : { actual, expected: { bids, asks } };
}

describe('a book', () => {
  test('agrees with a naive sorted map over random changes, two million in the long run', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(2, 8, 18), (seed, decimals) => {
        const book = new Book(100);
        const model = new NaiveBook();
        for (const change of randomChanges(seed, decimals, 80, 250)) {
          book.apply(change);
          model.apply(change);
          expect(differenceOf(book, model.bids, model.asks)).toBeUndefined();
        }
      }),
      { numRuns: effort(20, 100) },
    );
  });

  test("that is too shallow for its venue still shows the venue's best levels without a hole", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (seed, depth) => {
        const book = new Book(depth);
        const model = new NaiveBook();
        const best = (levels: readonly Level[], side: Side): Level[] =>
          levels.slice(0, Math.min(depth, side.length));
        for (const change of randomChanges(seed, 2, 50, 5)) {
          book.apply(change);
          model.apply(change);
          const difference = differenceOf(book, best(model.bids, book.bids), best(model.asks, book.asks));
          expect(difference).toBeUndefined();
        }
        book.load({ bids: model.bids.map(pair), asks: model.asks.map(pair), timestampMs: 0 });
        expect(book.bids.levels().map(pair)).toEqual(model.bids.slice(0, depth).map(pair));
        expect(book.asks.levels().map(pair)).toEqual(model.asks.slice(0, depth).map(pair));
      }),
    );
  });

  test('keeps 18-decimal prices and quantities letter for letter', () => {
    const bids: PricedQuantity[] = [
      ['0.100000000000000001', '1.000000000000000000'],
      ['0.1', '0.100000000000000000'],
    ];
    const book = new Book(10);
    book.load({ bids, asks: [], timestampMs: 5 });
    expect(book.bids.levels()).toEqual(
      bids.map(([price, quantity]) => ({ price, quantity, timestampMs: 5 })),
    );
  });

  test('takes a snapshot in any order and replaces what it held', () => {
    const book = new Book(10);
    book.load({ bids: levelsOf('5 x 1'), asks: levelsOf('6 x 1'), timestampMs: 1 });
    book.load({ bids: levelsOf('2 x 1, 4 x 2, 3 x 3'), asks: levelsOf('9 x 1, 8 x 2'), timestampMs: 2 });
    expect(texts(book.bids)).toEqual(['4 x 2', '3 x 3', '2 x 1']);
    expect(texts(book.asks)).toEqual(['8 x 2', '9 x 1']);
  });

  test('ignores the removal of a level it does not have', () => {
    const book = bookOf('2 x 1', '3 x 1');
    book.apply({ bids: levelsOf('1.5 x 0'), asks: levelsOf('2.5 x 0'), timestampMs: 2 });
    expect(texts(book.bids)).toEqual(['2 x 1']);
    expect(texts(book.asks)).toEqual(['3 x 1']);
  });

  test('is thin once less than half of a cut side is left, and not before', () => {
    const book = new Book(4);
    book.load({ bids: levelsOf('9 x 1, 8 x 1, 7 x 1, 6 x 1, 5 x 1'), asks: [], timestampMs: 1 });
    book.apply({ bids: levelsOf('9 x 0, 8 x 0'), asks: [], timestampMs: 2 });
    expect(book.isThin).toBe(false);
    book.apply({ bids: levelsOf('7 x 0'), asks: [], timestampMs: 3 });
    expect(book.isThin).toBe(true);
    const whole = new Book(4);
    whole.load({ bids: levelsOf('9 x 1'), asks: [], timestampMs: 1 });
    expect(whole.isThin).toBe(false);
  });

  test('counts a snapshot of the full depth as cut, because the venue may have left out more', () => {
    const book = new Book(2);
    book.load({ bids: levelsOf('9 x 1, 8 x 1'), asks: [], timestampMs: 1 });
    book.apply({ bids: levelsOf('9 x 0, 7 x 1'), asks: [], timestampMs: 2 });
    expect(texts(book.bids)).toEqual(['8 x 1']);
  });

  test.each([
    ['a bid at the best ask', '3 x 1', ''],
    ['a bid above the best ask', '3.5 x 1', ''],
    ['an ask below the best bid', '', '1.999999999999999999 x 1'],
    ['a malformed price', '1e0 x 1', ''],
    ['a price of zero', '0 x 1', ''],
    ['a negative price', '-1 x 1', ''],
    ['a negative quantity', '1 x -1', ''],
    ['a malformed quantity', '', '4 x 1_000'],
  ])('refuses %s with an integrity fault and is empty afterwards', (_, bids, asks) => {
    const book = bookOf('2 x 1', '3 x 1');
    const change = { bids: levelsOf(bids), asks: levelsOf(asks), timestampMs: 2 };
    expect(() => book.apply(change)).toThrowError(
      expect.objectContaining({ reason: 'integrity' }) as FeedFault,
    );
    expect([book.bids.length, book.asks.length]).toEqual([0, 0]);
  });

  test('refuses a snapshot with the same price twice', () => {
    const bids = levelsOf('2 x 1, 2.0 x 2');
    expect(() => new Book(10).load({ bids, asks: [], timestampMs: 1 })).toThrowError(FeedFault);
  });

  test.each([10, 3, 1])('leaves levels without a quantity out of a snapshot, %d levels deep', (depth) => {
    const book = new Book(depth);
    book.load({ bids: levelsOf('3 x 0, 2 x 1, 1 x 0.0'), asks: levelsOf('4 x 0, 5 x 0.00'), timestampMs: 1 });
    expect(texts(book.bids)).toEqual(['2 x 1']);
    expect(texts(book.asks)).toEqual([]);
    book.apply({ bids: [], asks: levelsOf('6 x 1'), timestampMs: 2 });
    expect(texts(book.asks)).toEqual(['6 x 1']);
  });

  test.each([0, -1, 1.5, 65_536, Number.NaN])('cannot be made %d deep', (depth) => {
    expect(() => new Book(depth)).toThrowError(RangeError);
  });
});

const pair = ({ price, quantity }: Level): PricedQuantity => [price, quantity];

function bookOf(bids: string, asks: string): Book {
  const book = new Book(10);
  book.load({ bids: levelsOf(bids), asks: levelsOf(asks), timestampMs: 1 });
  return book;
}

const texts = (side: Side): string[] => side.levels().map(({ price, quantity }) => `${price} x ${quantity}`);
