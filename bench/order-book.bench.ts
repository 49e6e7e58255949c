import { deepStrictEqual } from 'node:assert/strict';
import { Exchange } from 'ccxt';
import { Decimal } from '../src/kernel/index.ts';
import {
  Aggregator,
  Book,
  ORDER_BOOK_TYPES,
  type BookChange,
  type Listing,
  type OrderBookType,
  type PricedQuantity,
} from '../src/trading/order-book/index.ts';
import { median, race, report } from './harness/measure.ts';

const LEVELS = 1000;
const BATCH_SIZE = 10;
/** Room for the levels that the wandering price leaves behind: nothing is cut off, so both books must be equal. */
const DEPTH = 2 * LEVELS;
const WANDER = 200;
const GONE = '0.00000000';

interface Recording {
  readonly snapshot: BookChange;
  readonly changes: readonly BookChange[];
}

const priceOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A market in cents whose middle wanders. `farPercent` of the changes fall anywhere in the book, the others near it. */
function record(seed: number, batches: number, farPercent: number): Recording {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const quantity = (): string => `${below(10)}.${String(below(99_999_999) + 1).padStart(8, '0')}`;
  const start = 5_000_000;
  const side = (direction: 1 | -1): PricedQuantity[] =>
    Array.from({ length: LEVELS }, (_, index) => [priceOf(start + direction * (index + 1)), quantity()]);

  let middle = start;
  const changes = Array.from({ length: batches }, (_, timestampMs): BookChange => {
    const step = below(3) - 1;
    if (Math.abs(middle + step - start) <= WANDER) middle += step;
    const bids: PricedQuantity[] = [[priceOf(middle), GONE]];
    const asks: PricedQuantity[] = [[priceOf(middle), GONE]];
    for (let index = 2; index < BATCH_SIZE; index++) {
      const distance = 1 + (below(100) < farPercent ? below(LEVELS - WANDER) : below(1 + below(60)));
      const left = below(100) < 35 ? GONE : quantity();
      if (below(2) === 0) bids.push([priceOf(middle - distance), left]);
      else asks.push([priceOf(middle + distance), left]);
    }
    return { bids, asks, timestampMs };
  });
  // Through JSON, so that every text is a string of its own as on a socket.
  const recording: Recording = { snapshot: { bids: side(-1), asks: side(1), timestampMs: 0 }, changes };
  return JSON.parse(JSON.stringify(recording)) as Recording;
}

const numbersOf = (levels: readonly PricedQuantity[]): [number, number][] =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);

function applyOurs({ snapshot, changes }: Recording): Book {
  const book = new Book(DEPTH);
  book.load(snapshot);
  for (const change of changes) book.apply(change);
  return book;
}

const exchange = new Exchange();

function applyCcxt({ snapshot, changes }: Recording): ReturnType<typeof exchange.orderBook> {
  const book = exchange.orderBook({ bids: numbersOf(snapshot.bids), asks: numbersOf(snapshot.asks) }, DEPTH);
  for (const { bids, asks } of changes) {
    for (const [price, quantity] of bids) book.bids.storeArray([Number(price), Number(quantity)]);
    for (const [price, quantity] of asks) book.asks.storeArray([Number(price), Number(quantity)]);
  }
  return book;
}

async function raceBooks(name: string, farPercent: number, target?: '>= 5'): Promise<void> {
  const recording = record(1, 5000, farPercent);
  const [ours, theirs] = [applyOurs(recording), applyCcxt(recording)];
  for (const side of ['bids', 'asks'] as const) {
    const levels = ours[side].levels().map(({ price, quantity }): PricedQuantity => [price, quantity]);
    deepStrictEqual(numbersOf(levels), Array.from(theirs[side]), `The ${side} differ from those of ccxt.`);
  }
  await race({
    name,
    operations: recording.changes.length * BATCH_SIZE,
    ours: () => applyOurs(recording).bids.length,
    rivals: { ccxt: () => applyCcxt(recording).bids.length },
    ...(target && { target }),
  });
}

const VENUES = [
  { fee: '0.0002', tickSize: '0.01' },
  { fee: '0.0004', tickSize: '0.01' },
  { fee: '0.0010', tickSize: '0.01' },
  { fee: '0.0016', tickSize: '0.01' },
  { fee: '0.0026', tickSize: '0.10' },
];
const SNAPSHOTS_PER_ROUND = 50;
const AGGREGATION_ROUNDS = 3;

/** One venue after the other applies a batch, and after each the whole book is aggregated anew. */
function aggregationRate(type: OrderBookType, recordings: readonly Recording[]): number {
  const listings = recordings.map(({ snapshot }, index): Listing => {
    const book = new Book(DEPTH);
    book.load(snapshot);
    const { fee, tickSize } = VENUES[index] ?? { fee: '0', tickSize: '1' };
    return {
      venue: `venue${index}`,
      account: 'main',
      tickSize: Decimal.parse(tickSize),
      makerFee: Decimal.parse(fee),
      takerFee: Decimal.parse(fee),
      feeIn: 'counter',
      isLive: true,
      isOpenForTrading: true,
      book,
    };
  });
  const aggregator = new Aggregator();
  const rates: number[] = [];
  let snapshots = 0;
  let start = performance.now();
  for (let index = 0; index < (recordings[0]?.changes.length ?? 0); index++) {
    for (const [venue, { changes }] of recordings.entries()) {
      const change = changes[index];
      if (change) listings[venue]?.book.apply(change);
      aggregator.aggregate(listings, { type, feeStrategy: 'TAKER', depth: 50 });
      snapshots += 1;
      if (snapshots % SNAPSHOTS_PER_ROUND !== 0) continue;
      const now = performance.now();
      rates.push((SNAPSHOTS_PER_ROUND * 1000) / (now - start));
      start = now;
    }
  }
  return median(rates);
}

const nameOf = (type: OrderBookType): string => `5 x ${LEVELS} levels, 50 deep, ${type}`;

/** Each type against the one that only merges. */
function compareAggregations(recordings: readonly Recording[]): void {
  const rivals = ORDER_BOOK_TYPES.filter((type) => type !== 'INDICATIVE');
  const rounds = Array.from({ length: AGGREGATION_ROUNDS }, () => {
    const rates = ORDER_BOOK_TYPES.map((type) => [type, aggregationRate(type, recordings)] as const);
    return Object.fromEntries(rates) as Record<OrderBookType, number>;
  });
  const figureOf = (type: OrderBookType): number => median(rounds.map(({ [type]: rate }) => rate));
  report({ name: nameOf('INDICATIVE'), figure: figureOf('INDICATIVE'), unit: '/s' });
  for (const type of rivals) {
    const ratio = median(rounds.map(({ [type]: rate, INDICATIVE }) => rate / INDICATIVE));
    report({
      name: nameOf(type),
      figure: figureOf(type),
      unit: '/s',
      rival: 'INDICATIVE',
      ratio,
      target: type === 'VWAP' ? '>= 0.25' : '>= 0.4',
    });
  }
}

await raceBooks('level updates, most near the best price', 10, '>= 5');
await raceBooks('level updates, all over the book', 100);
const recordings = VENUES.map((_, index) => record(index + 1, 3000, 10));
compareAggregations(recordings);
