import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { Aggregator, FEE_STRATEGIES, ORDER_BOOK_TYPES, type Listing } from './aggregate.ts';
import { applyChanges, changesBetween } from './change.ts';
import type { PricedQuantity } from './side.ts';
import { listingOf } from './testing/listing.ts';
import { randomNumbers } from './testing/random.ts';

const requests = fc.record({
  type: fc.constantFrom(...ORDER_BOOK_TYPES),
  feeStrategy: fc.constantFrom(undefined, ...FEE_STRATEGIES),
  depth: fc.integer({ min: 1, max: 30 }),
});

/** Three venues with different ticks and fees. */
const newListings = (): Listing[] =>
  ['a', 'b', 'c'].map((venue, index) =>
    listingOf({
      venue,
      tickSize: ['0.01', '0.02', '0.05'][index] ?? '1',
      makerFee: '0.0001',
      takerFee: `0.000${index}`,
    }),
  );

/** A batch at one venue, a venue that goes or comes back, or a new fee. */
function disturb(listings: Listing[], below: (limit: number) => number, timestampMs: number): void {
  const index = below(listings.length);
  const listing = listings[index];
  if (!listing) return;
  const chance = below(20);
  if (chance === 0) listings[index] = { ...listing, isLive: !listing.isLive };
  else if (chance === 1) listings[index] = { ...listing, takerFee: Decimal.of(BigInt(below(50)), 4) };
  else if (chance === 2) listing.book.clear();
  else {
    const levels = (from: number): PricedQuantity[] =>
      Array.from({ length: below(4) }, () => [
        `1.${from + below(30)}`,
        `${below(3)}.5`.replace(/^0.5$/, '0'),
      ]);
    listing.book.apply({ bids: levels(10), asks: levels(40), timestampMs });
  }
}

test('changes replayed by a reader give the snapshot at every version, for every type and fee strategy', () => {
  fc.assert(
    fc.property(fc.integer(), requests, (seed, request) => {
      const below = randomNumbers(seed);
      const listings = newListings();
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
    { numRuns: 200 },
  );
});

test('an aggregator that remembers answers as a fresh one does', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(requests, { minLength: 30, maxLength: 30 }), (seed, wanted) => {
      const below = randomNumbers(seed);
      const listings = newListings();
      const aggregator = new Aggregator();
      for (const [version, request] of wanted.entries()) {
        disturb(listings, below, version);
        const fresh = new Aggregator().aggregate(listings, request);
        expect(aggregator.aggregate(listings, request)).toEqual(fresh);
      }
    }),
    { numRuns: 200 },
  );
});

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
