import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Aggregator, FEE_STRATEGIES, ORDER_BOOK_TYPES } from './aggregate.ts';
import { applyChanges, changesBetween } from './change.ts';
import { disturb, emptyListings } from './testing/disturb.ts';
import { listingOf } from './testing/listing.ts';
import { randomNumbers } from './testing/random.ts';
import { effort } from '../../testing/effort.ts';

const requests = fc.record({
  type: fc.constantFrom(...ORDER_BOOK_TYPES),
  feeStrategy: fc.constantFrom(undefined, ...FEE_STRATEGIES),
  depth: fc.integer({ min: 1, max: 20 }),
});

test('changes replayed by a reader give the snapshot at every version, for every type and fee strategy', () => {
  fc.assert(
    fc.property(fc.integer(), requests, (seed, request) => {
      const below = randomNumbers(seed);
      const listings = emptyListings();
      const aggregator = new Aggregator();
      let current = aggregator.aggregate(listings, request);
      let read = structuredClone(current);
      for (let version = 1; version <= 30; version++) {
        disturb(listings, below, version);
        const next = aggregator.aggregate(listings, request);
        read = applyChanges(read, structuredClone(changesBetween(current, next)));
        expect(read).toEqual(next);
        current = next;
      }
    }),
    { numRuns: effort(20, 300) },
  );
});

test.each(['AGGREGATED', 'VWAP'] as const)(
  'what a shallower request in between made the aggregator forget is not sent again in %s',
  (type) => {
    const listings = [listingOf({ venue: 'a', bids: '9 x 1, 8 x 1, 7 x 1', asks: '10 x 1, 11 x 1' })];
    const aggregator = new Aggregator();
    const before = aggregator.aggregate(listings, { type });
    listings[0]?.book.apply({ bids: [['6', '1']], asks: [], timestampMs: 2000 });
    aggregator.aggregate(listings, { type, depth: 1 });
    const { bids, asks } = changesBetween(before, aggregator.aggregate(listings, { type }));
    expect({ bids, asks }).toMatchObject({
      bids: { removals: [], upserts: [{ at: 3 }] },
      asks: { removals: [], upserts: [] },
    });
  },
);

test('what did not change is not sent', () => {
  const listings = [listingOf({ venue: 'a', bids: '9 x 1, 8 x 1, 7 x 1', asks: '10 x 1' })];
  const aggregator = new Aggregator();
  const before = aggregator.aggregate(listings, { type: 'FIRM' });
  listings[0]?.book.apply({
    bids: [
      ['8', '0'],
      ['8.5', '3'],
    ],
    asks: [],
    timestampMs: 2000,
  });
  const after = aggregator.aggregate(listings, { type: 'FIRM' });
  expect(changesBetween(before, after)).toEqual({
    type: 'AGGREGATED',
    venueAccount: 'a-main',
    timestampMs: 2000,
    bids: {
      removals: [1],
      upserts: [
        { at: 1, entry: { price: '8.5', quantity: '3', venue: 'a', timestampMs: 2000, priceWithFee: '8.5' } },
      ],
    },
    asks: { removals: [], upserts: [] },
  });
});
