import { Decimal } from '../../kernel/index.ts';
import type { Book } from './book.ts';
import { Grid } from './grid.ts';
import { Ladder, type Entry, type FeeIn } from './ladder.ts';
import { merge } from './merge.ts';
import { AverageWalk } from './vwap.ts';

export const ORDER_BOOK_TYPES = ['INDICATIVE', 'FIRM', 'TOP', 'NATIVE', 'AGGREGATED', 'VWAP'] as const;
export type OrderBookType = (typeof ORDER_BOOK_TYPES)[number];

export const FEE_STRATEGIES = ['MAKER', 'TAKER'] as const;
export type FeeStrategy = (typeof FEE_STRATEGIES)[number];

/** Entries a side. */
export const DEPTH = { default: 50, most: 1000 } as const;

/** A venue's book of one symbol with its trading terms. */
export interface Listing {
  readonly venue: string;
  readonly account: string;
  readonly tickSize: Decimal;
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  /** The asset a fee is charged in. */
  readonly feeIn: FeeIn;
  /** The book is fresh and in sequence. */
  readonly isLive: boolean;
  readonly isOpenForTrading: boolean;
  readonly book: Book;
}

export interface AggregationRequest {
  readonly type: OrderBookType;
  readonly feeStrategy?: FeeStrategy | undefined;
  readonly depth?: number | undefined;
}

export interface AggregatedBook {
  readonly type: 'INDICATIVE' | 'AGGREGATED';
  /** The account whose fees were applied, or `AGGREGATED` unless there is exactly one. */
  readonly venueAccount: string;
  /** The time of the newest entry; undefined without entries. */
  readonly timestampMs: number | undefined;
  readonly bids: readonly Entry[];
  readonly asks: readonly Entry[];
}

interface VenueSide {
  readonly ladder: Ladder;
  readonly grid: Grid;
}

/** A venue's sides with one fee rate. */
interface VenueSides {
  readonly book: Book;
  readonly feeRate: Decimal;
  readonly feeIn: FeeIn;
  readonly bids: VenueSide;
  readonly asks: VenueSide;
}

/**
 * Merges several venues' books of a symbol. It caches entries, so that a snapshot costs only what changed since the last
 * one; an unchanged entry is the same object in both.
 */
export class Aggregator {
  readonly #venues = new Map<string, VenueSides>();
  readonly #averages = new Map<string, AverageWalk>();

  aggregate(
    listings: readonly Listing[],
    { type, feeStrategy, depth = DEPTH.default }: AggregationRequest,
  ): AggregatedBook {
    if (!(Number.isInteger(depth) && depth >= 1 && depth <= DEPTH.most)) {
      throw new RangeError(`An aggregated book has 1 to ${DEPTH.most} entries a side, not ${depth}.`);
    }
    // Merging keeps the order of the venues at equal price and quantity.
    const chosen = listings
      .filter((listing) => isChosen(listing, type))
      .sort((left, right) => (left.venue < right.venue ? -1 : 1));
    const venues = chosen.map((listing) => this.#sidesOf(listing, feeStrategy));
    const tick = type === 'AGGREGATED' ? coarsestTick(chosen) : undefined;

    const entriesOf = (name: 'bids' | 'asks'): Entry[] => {
      const rungs = venues.map(({ [name]: { ladder, grid } }) =>
        tick ? grid.rungs(depth, tick) : ladder.rungs(type === 'TOP' ? 1 : depth),
      );
      const merged = merge(rungs, depth);
      if (type === 'VWAP') return this.#averagesFor(`${name} ${feeStrategy}`).entries(merged);
      return merged.map(({ entry }) => entry);
    };
    const bids = entriesOf('bids');
    const asks = entriesOf('asks');
    return {
      type: type === 'INDICATIVE' ? 'INDICATIVE' : 'AGGREGATED',
      venueAccount: onlyAccount(chosen) ?? 'AGGREGATED',
      timestampMs: newest(asks, newest(bids, undefined)),
      bids,
      asks,
    };
  }

  #sidesOf(listing: Listing, feeStrategy: FeeStrategy | undefined): VenueSides {
    const { venue, book, makerFee, takerFee, feeIn } = listing;
    const feeRate = { MAKER: makerFee, TAKER: takerFee, NONE: Decimal.ZERO }[feeStrategy ?? 'NONE'];
    const key = `${venue} ${feeStrategy}`;
    const known = this.#venues.get(key);
    if (known?.book === book && known.feeIn === feeIn && known.feeRate.equals(feeRate)) return known;
    const sideOf = (name: 'bids' | 'asks'): VenueSide => {
      const ladder = new Ladder(venue, book, name, feeRate, feeIn);
      return { ladder, grid: new Grid(ladder) };
    };
    const sides = { book, feeRate, feeIn, bids: sideOf('bids'), asks: sideOf('asks') };
    this.#venues.set(key, sides);
    return sides;
  }

  #averagesFor(key: string): AverageWalk {
    const known = this.#averages.get(key);
    if (known) return known;
    const walk = new AverageWalk();
    this.#averages.set(key, walk);
    return walk;
  }
}

/** Whether the aggregated book of a type has no entries. */
export const isEmpty = (listings: readonly Listing[], type: OrderBookType): boolean =>
  !listings.some((listing) => isChosen(listing, type) && hasLevels(listing));

function isChosen({ isLive, isOpenForTrading }: Listing, type: OrderBookType): boolean {
  if (type === 'INDICATIVE') return true;
  return isLive && (type !== 'FIRM' || isOpenForTrading);
}

const coarsestTick = (listings: readonly Listing[]): Decimal =>
  listings.reduce(
    (coarsest, { tickSize }) => (tickSize.compare(coarsest) > 0 ? tickSize : coarsest),
    Decimal.ZERO,
  );

function onlyAccount(listings: readonly Listing[]): string | undefined {
  const [only, ...others] = listings.filter(hasLevels);
  return others.length === 0 ? only?.account : undefined;
}

const hasLevels = ({ book }: Listing): boolean => book.bids.length + book.asks.length > 0;

function newest(entries: readonly Entry[], soFarMs: number | undefined): number | undefined {
  let newestMs = soFarMs;
  for (const { timestampMs } of entries) {
    if (newestMs === undefined || timestampMs > newestMs) newestMs = timestampMs;
  }
  return newestMs;
}
