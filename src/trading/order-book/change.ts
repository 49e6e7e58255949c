import type { AggregatedBook } from './aggregate.ts';
import type { Entry } from './ladder.ts';

/** Remove the entries at these positions, then insert the others so that each ends up at its position. */
export interface SideChanges {
  /** Positions in the older side, ascending. */
  readonly removals: readonly number[];
  /** Positions in the newer side, ascending. */
  readonly upserts: readonly { readonly at: number; readonly entry: Entry }[];
}

/** The difference between two aggregated books. Everything but the entries is small and sent complete. */
export interface BookChanges extends Omit<AggregatedBook, 'bids' | 'asks'> {
  readonly bids: SideChanges;
  readonly asks: SideChanges;
}

/**
 * Entries of both books have the same order in both, because their order depends only on themselves. Positions are
 * therefore all a reader needs: it never compares decimals.
 */
export function changesBetween(older: AggregatedBook, newer: AggregatedBook): BookChanges {
  return { ...newer, bids: sideChanges(older.bids, newer.bids), asks: sideChanges(older.asks, newer.asks) };
}

/** Positions instead of prices, because several venues or averages can have the same price. */
function sideChanges(older: readonly Entry[], newer: readonly Entry[]): SideChanges {
  const [before, after] = [new Set(older), new Set(newer)];
  const gone = new Map<string, number>();
  for (const [at, entry] of older.entries()) if (!after.has(entry)) gone.set(textOf(entry), at);
  const upserts: { at: number; entry: Entry }[] = [];
  for (const [at, entry] of newer.entries()) {
    // An Aggregator keeps most unchanged entries as objects, but recreates some.
    if (!before.has(entry) && !gone.delete(textOf(entry))) upserts.push({ at, entry });
  }
  return { removals: [...gone.values()], upserts };
}

const textOf = ({ venue, price, quantity, timestampMs, priceWithFee }: Entry): string =>
  `${venue} ${price} ${quantity} ${timestampMs} ${priceWithFee}`;

export function applyChanges(book: AggregatedBook, changes: BookChanges): AggregatedBook {
  return {
    ...changes,
    bids: applyToSide(book.bids, changes.bids),
    asks: applyToSide(book.asks, changes.asks),
  };
}

function applyToSide(entries: readonly Entry[], { removals, upserts }: SideChanges): Entry[] {
  const removed = new Set(removals);
  const result = entries.filter((_, at) => !removed.has(at));
  for (const { at, entry } of upserts) result.splice(at, 0, entry);
  return result;
}
