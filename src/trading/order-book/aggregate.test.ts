import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import {
  Aggregator,
  FEE_STRATEGIES,
  ORDER_BOOK_TYPES,
  type AggregationRequest,
  type Listing,
} from './aggregate.ts';
import type { Entry } from './ladder.ts';
import { disturb, emptyListings } from './testing/disturb.ts';
import { levelsOf, listingOf } from './testing/listing.ts';
import { expectedRows, type Row } from './testing/oracle.ts';
import { randomNumbers } from './testing/random.ts';
import { effort } from '../../testing/effort.ts';

/** Entries such as `100.5 x 2 alpha`, and ` fee 100.7` where the price with fee differs. */
const textOf = ({ price, quantity, venue, priceWithFee }: Entry): string =>
  `${price} x ${quantity} ${venue}${priceWithFee === price ? '' : ` fee ${priceWithFee}`}`;

function aggregated(listings: readonly Listing[], request: AggregationRequest) {
  const book = new Aggregator().aggregate(listings, request);
  return { ...book, bids: book.bids.map(textOf), asks: book.asks.map(textOf) };
}

const accountOf = (...listings: Listing[]): string => aggregated(listings, { type: 'FIRM' }).venueAccount;

const alpha = listingOf({
  venue: 'alpha',
  bids: '100.00 x 1.50, 99.98 x 2, 99.70 x 0.5',
  asks: '100.02 x 1, 100.40 x 3',
  makerFee: '0.001',
  takerFee: '0.002',
  timestampMs: 1000,
});
const beta = listingOf({
  venue: 'beta',
  bids: '100.0 x 2, 99.5 x 4',
  asks: '100.5 x 2.0, 101.0 x 1',
  tickSize: '0.50',
  makerFee: '0',
  takerFee: '0.0005',
  timestampMs: 2000,
});

describe('each type of aggregated book', () => {
  const native = {
    type: 'AGGREGATED',
    venueAccount: 'AGGREGATED',
    timestampMs: 2000,
    bids: ['100.0 x 2 beta', '100.00 x 1.50 alpha', '99.98 x 2 alpha', '99.70 x 0.5 alpha', '99.5 x 4 beta'],
    asks: ['100.02 x 1 alpha', '100.40 x 3 alpha', '100.5 x 2.0 beta', '101.0 x 1 beta'],
  };

  test('FIRM has the levels of all venues, best price first, equal prices by larger quantity', () => {
    expect(aggregated([alpha, beta], { type: 'FIRM' })).toEqual(native);
  });

  test('NATIVE has every level as the venue published it', () => {
    expect(aggregated([alpha, beta], { type: 'NATIVE' })).toEqual(native);
  });

  test('INDICATIVE has the same from live venues and says so', () => {
    expect(aggregated([alpha, beta], { type: 'INDICATIVE' })).toEqual({ ...native, type: 'INDICATIVE' });
  });

  test('TOP has the best bid and ask of each venue', () => {
    expect(aggregated([alpha, beta], { type: 'TOP' })).toMatchObject({
      type: 'AGGREGATED',
      bids: ['100.0 x 2 beta', '100.00 x 1.50 alpha'],
      asks: ['100.02 x 1 alpha', '100.5 x 2.0 beta'],
    });
  });

  test('AGGREGATED rounds bids down and asks up to the coarsest tick and sums each venue apart', () => {
    expect(aggregated([alpha, beta], { type: 'AGGREGATED' })).toMatchObject({
      type: 'AGGREGATED',
      bids: ['100 x 2 beta', '100 x 1.5 alpha', '99.5 x 4 beta', '99.5 x 2.5 alpha'],
      asks: ['100.5 x 4 alpha', '100.5 x 2 beta', '101 x 1 beta'],
    });
  });

  test('VWAP has at each step the average price and the quantity so far, and the marginal venue', () => {
    // Bids: 200/2, (200+150)/3.5, (350+199.96)/5.5, (549.96+49.85)/6, (599.81+398)/10.
    // Asks: 100.02/1, (100.02+301.2)/4, (401.22+201)/6, (602.22+101)/7.
    expect(aggregated([alpha, beta], { type: 'VWAP' })).toMatchObject({
      type: 'AGGREGATED',
      bids: [
        '100 x 2 beta',
        '100 x 3.5 alpha',
        '99.992727272727272727 x 5.5 alpha',
        '99.968333333333333333 x 6 alpha',
        '99.781 x 10 beta',
      ],
      asks: ['100.02 x 1 alpha', '100.305 x 4 alpha', '100.37 x 6 beta', '100.46 x 7 beta'],
    });
  });
});

describe('the fee', () => {
  test('of a TAKER makes asks dearer and bids bring less, exactly, without changing the order', () => {
    expect(aggregated([alpha, beta], { type: 'FIRM', feeStrategy: 'TAKER' })).toMatchObject({
      bids: [
        '100.0 x 2 beta fee 99.95',
        '100.00 x 1.50 alpha fee 99.8',
        '99.98 x 2 alpha fee 99.78004',
        '99.70 x 0.5 alpha fee 99.5006',
        '99.5 x 4 beta fee 99.45025',
      ],
      asks: [
        '100.02 x 1 alpha fee 100.22004',
        '100.40 x 3 alpha fee 100.6008',
        '100.5 x 2.0 beta fee 100.55025',
        '101.0 x 1 beta fee 101.0505',
      ],
    });
  });

  test('of a MAKER of nothing leaves the price as it was published', () => {
    expect(aggregated([alpha, beta], { type: 'TOP', feeStrategy: 'MAKER' })).toMatchObject({
      bids: ['100.0 x 2 beta', '100.00 x 1.50 alpha fee 99.9'],
      asks: ['100.02 x 1 alpha fee 100.12002', '100.5 x 2.0 beta'],
    });
  });

  test('spreads a fee taken from what is bought over what is left of it', () => {
    const wanted = { venue: 'v', bids: '90 x 1', asks: '99.9 x 1', takerFee: '0.001' } as const;
    const received = listingOf({ ...wanted, feeIn: 'received' });
    const counter = listingOf(wanted);
    const aggregator = new Aggregator();
    const pricesOf = (listing: Listing) => {
      const { bids, asks } = aggregator.aggregate([listing], { type: 'FIRM', feeStrategy: 'TAKER' });
      return [bids[0]?.priceWithFee, asks[0]?.priceWithFee];
    };
    expect(pricesOf(received)).toEqual(['89.91', '100']);
    expect(pricesOf({ ...received, feeIn: 'counter' })).toEqual(['89.91', '99.9999']);
    expect(pricesOf(counter)).toEqual(['89.91', '99.9999']);
  });

  test('that a MAKER is paid makes bids bring more and asks cheaper', () => {
    const listing = listingOf({ venue: 'v', bids: '100 x 1', asks: '101 x 1', makerFee: '-0.0001' });
    expect(aggregated([listing], { type: 'FIRM', feeStrategy: 'MAKER' })).toMatchObject({
      bids: ['100 x 1 v fee 100.01'],
      asks: ['101 x 1 v fee 100.9899'],
    });
  });

  test('in an AGGREGATED book is that of the price on the grid', () => {
    expect(aggregated([alpha, beta], { type: 'AGGREGATED', feeStrategy: 'TAKER', depth: 2 })).toMatchObject({
      bids: ['100 x 2 beta fee 99.95', '100 x 1.5 alpha fee 99.8'],
      asks: ['100.5 x 4 alpha fee 100.701', '100.5 x 2 beta fee 100.55025'],
    });
  });

  test('in a VWAP book is averaged like the price', () => {
    // (2 × 99.95 + 1.5 × 99.8) / 3.5 = 349.6 / 3.5, and (100.22004 + 3 × 100.6008) / 4.
    expect(aggregated([alpha, beta], { type: 'VWAP', feeStrategy: 'TAKER', depth: 2 })).toMatchObject({
      bids: ['100 x 2 beta fee 99.95', '100 x 3.5 alpha fee 99.885714285714285714'],
      asks: ['100.02 x 1 alpha fee 100.22004', '100.305 x 4 alpha fee 100.50561'],
    });
  });

  test('on 18-decimal prices is exact to the last digit', () => {
    const listing = listingOf({
      venue: 'v',
      bids: '0.000000000000000003 x 1',
      asks: '1.000000000000000001 x 1',
      takerFee: '0.0025',
    });
    expect(aggregated([listing], { type: 'NATIVE', feeStrategy: 'TAKER' })).toMatchObject({
      bids: ['0.000000000000000003 x 1 v fee 0.0000000000000000029925'],
      asks: ['1.000000000000000001 x 1 v fee 1.0025000000000000010025'],
    });
  });

  test('follows a changed rate', () => {
    const aggregator = new Aggregator();
    const request = { type: 'TOP', feeStrategy: 'TAKER' } as const;
    aggregator.aggregate([beta], request);
    const { bids } = aggregator.aggregate([{ ...beta, takerFee: alpha.takerFee }], request);
    expect(bids.map(textOf)).toEqual(['100.0 x 2 beta fee 99.8']);
  });
});

describe('which venues count', () => {
  const stale = { ...alpha, isLive: false };
  const closed = { ...alpha, isOpenForTrading: false };
  const off = { ...alpha, isLive: false, isOpenForTrading: false };

  test.each([
    ['INDICATIVE', stale, true],
    ['FIRM', stale, false],
    ['TOP', stale, false],
    ['NATIVE', stale, false],
    ['AGGREGATED', stale, false],
    ['VWAP', stale, false],
    ['INDICATIVE', closed, true],
    ['FIRM', closed, false],
    ['TOP', closed, true],
    ['NATIVE', closed, true],
    ['AGGREGATED', closed, true],
    ['VWAP', closed, true],
    ['INDICATIVE', off, true],
    ['FIRM', off, false],
    ['TOP', off, false],
    ['NATIVE', off, false],
    ['AGGREGATED', off, false],
    ['VWAP', off, false],
  ] as const)('%s with a venue that is not all well (%#)', (type, listing, isShown) => {
    const { bids } = new Aggregator().aggregate([listing, beta], { type });
    expect(bids.some(({ venue }) => venue === 'alpha')).toBe(isShown);
    expect(bids.some(({ venue }) => venue === 'beta')).toBe(true);
  });

  test('a stale venue with a coarse tick does not coarsen the grid', () => {
    const { bids } = aggregated([alpha, { ...beta, isLive: false }], { type: 'AGGREGATED', depth: 1 });
    expect(bids).toEqual(['100 x 1.5 alpha']);
    expect(aggregated([alpha, { ...beta, isLive: false }], { type: 'AGGREGATED' }).asks).toEqual([
      '100.02 x 1 alpha',
      '100.4 x 3 alpha',
    ]);
  });

  test('a tick finer than any price leaves every level where it is', () => {
    const asks = '0.000000000000000001 x 1, 0.000000000000000002 x 1';
    const listing = listingOf({ venue: 'v', asks, tickSize: '0.0000000000000000001' });
    expect(aggregated([listing], { type: 'AGGREGATED' }).asks).toEqual([
      '0.000000000000000001 x 1 v',
      '0.000000000000000002 x 1 v',
    ]);
  });

  test("the account is the only venue's, else AGGREGATED", () => {
    const empty = listingOf({ venue: 'empty' });
    expect(accountOf(alpha)).toBe('alpha-main');
    expect(accountOf(alpha, stale, { ...beta, isLive: false }, empty)).toBe('alpha-main');
    expect(accountOf(alpha, beta)).toBe('AGGREGATED');
    expect(accountOf(empty)).toBe('AGGREGATED');
    expect(accountOf()).toBe('AGGREGATED');
  });
});

describe('the merged book', () => {
  test('puts equal prices and quantities in the order of venue codes, whatever the order of the venues', () => {
    const [b, a, c] = ['b', 'a', 'c'].map((venue) =>
      listingOf({ venue, bids: '1.0 x 2.0', asks: '1.5 x 2' }),
    );
    if (!a || !b || !c) throw new Error('Three venues are needed.');
    for (const listings of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      const { bids, asks } = new Aggregator().aggregate(listings, { type: 'FIRM' });
      expect(bids.map(({ venue }) => venue)).toEqual(['a', 'b', 'c']);
      expect(asks.map(({ venue }) => venue)).toEqual(['a', 'b', 'c']);
    }
  });

  test('compares quantities of equal prices exactly', () => {
    const listings = [
      listingOf({ venue: 'a', bids: '1 x 0.100000000000000000' }),
      listingOf({ venue: 'b', bids: '1.00 x 0.100000000000000001' }),
      listingOf({ venue: 'c', bids: '1.0 x 9' }),
      listingOf({ venue: 'd', bids: '1 x 10' }),
    ];
    const { bids } = new Aggregator().aggregate(listings, { type: 'NATIVE' });
    expect(bids.map(({ venue }) => venue).join('')).toBe('dcba');
  });

  test('keeps a book that is crossed between venues', () => {
    const listings = [
      listingOf({ venue: 'a', bids: '101 x 1', asks: '102 x 1' }),
      listingOf({ venue: 'b', bids: '99 x 1', asks: '100 x 1' }),
    ];
    expect(aggregated(listings, { type: 'FIRM' })).toMatchObject({
      bids: ['101 x 1 a', '99 x 1 b'],
      asks: ['100 x 1 b', '102 x 1 a'],
    });
  });

  test.each(['INDICATIVE', 'FIRM', 'TOP', 'NATIVE', 'AGGREGATED', 'VWAP'] as const)(
    'of type %s may have an empty side or none',
    (type) => {
      const oneSided = listingOf({ venue: 'a', asks: '2 x 1', timestampMs: 7 });
      expect(aggregated([oneSided], { type })).toMatchObject({ timestampMs: 7, bids: [], asks: ['2 x 1 a'] });
      expect(aggregated([], { type })).toMatchObject({ timestampMs: undefined, bids: [], asks: [] });
    },
  );

  test('has 50 entries a side by default, at least 1 and at most 1000', () => {
    const many = Array.from({ length: 600 }, (_, index) => `${1000 - index} x 1`).join(', ');
    const listings = [listingOf({ venue: 'a', bids: many }), listingOf({ venue: 'b', bids: many })];
    const lengthFor = (request: Partial<AggregationRequest>) =>
      new Aggregator().aggregate(listings, { type: 'FIRM', ...request }).bids.length;
    expect(lengthFor({})).toBe(50);
    expect(lengthFor({ depth: 1 })).toBe(1);
    expect(lengthFor({ depth: 1000 })).toBe(1000);
    for (const depth of [0, 1001, 1.5, Number.NaN])
      expect(() => lengthFor({ depth })).toThrowError(RangeError);
  });

  test('takes its time from the newest entry shown', () => {
    const listing = listingOf({ venue: 'a', bids: '9 x 1, 8 x 1', asks: '10 x 1', timestampMs: 5 });
    listing.book.apply({ bids: levelsOf('8 x 2'), asks: [], timestampMs: 9 });
    expect(aggregated([listing], { type: 'FIRM' }).timestampMs).toBe(9);
    expect(aggregated([listing], { type: 'FIRM', depth: 1 }).timestampMs).toBe(5);
    expect(aggregated([listing], { type: 'VWAP' }).timestampMs).toBe(9);
  });

  test('has the very same entries for what did not change', () => {
    const listing = listingOf({ venue: 'a', bids: '9 x 1, 8 x 1', asks: '10 x 1' });
    const aggregator = new Aggregator();
    const before = aggregator.aggregate([listing, beta], { type: 'FIRM', feeStrategy: 'TAKER' });
    listing.book.apply({ bids: levelsOf('8 x 2'), asks: [], timestampMs: 9 });
    const after = aggregator.aggregate([listing, beta], { type: 'FIRM', feeStrategy: 'TAKER' });
    const kept = after.bids.filter((entry) => before.bids.includes(entry));
    expect(kept.map(textOf)).toEqual(['100.0 x 2 beta fee 99.95', '99.5 x 4 beta fee 99.45025', '9 x 1 a']);
    expect(after.asks.every((entry, at) => entry === before.asks[at])).toBe(true);
  });
});

/** By value: the definition says nothing of trailing zeros. */
const normal = ({ price, quantity, venue, timestampMs, priceWithFee }: Entry | Row): string =>
  [price, quantity, priceWithFee]
    .map((value) => Decimal.parse(value.toString()).trim().toString())
    .concat(venue, `${timestampMs}`)
    .join(' ');

test('an aggregator that remembers answers at every change as the definition does', () => {
  const requests = fc.record({
    type: fc.constantFrom(...ORDER_BOOK_TYPES),
    feeStrategy: fc.constantFrom(undefined, ...FEE_STRATEGIES),
    depth: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(fc.integer(), fc.array(requests, { minLength: 25, maxLength: 25 }), (seed, wanted) => {
      const below = randomNumbers(seed);
      const listings = emptyListings();
      const aggregator = new Aggregator();
      for (const [version, { type, feeStrategy, depth }] of wanted.entries()) {
        disturb(listings, below, version);
        const actual = aggregator.aggregate(listings, { type, feeStrategy, depth });
        for (const side of ['bids', 'asks'] as const) {
          const expected = expectedRows(listings, type, feeStrategy, depth, side);
          expect(actual[side].map(normal)).toEqual(expected.map(normal));
        }
      }
    }),
    { numRuns: effort(20, 200) },
  );
});
