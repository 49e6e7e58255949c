import type { AggregatedBook } from './aggregate.ts';
import type { Entry } from './ladder.ts';

/** Takes out the entries at these places, then puts in the others so that each ends up at its place. */
export interface SideChanges {
  /** Places in the older side, ascending. */
  readonly removals: readonly number[];
  /** Places in the newer side, ascending. */
  readonly upserts: readonly { readonly at: number; readonly entry: Entry }[];
}

/** What turns one aggregated book into the next. Everything but the entries is small and sent whole. */
export interface BookChanges extends Omit<AggregatedBook, 'bids' | 'asks'> {
  readonly bids: SideChanges;
  readonly asks: SideChanges;
}

/**
 * Entries in both books stand in the same order in both, as their order depends on nothing but themselves, so places
 * are all a reader needs: it never has to compare decimals.
 */
export function changesBetween(older: AggregatedBook, newer: AggregatedBook): BookChanges {
  return { ...newer, bids: sideChanges(older.bids, newer.bids), asks: sideChanges(older.asks, newer.asks) };
}

/** Places instead of prices as names, because several venues, and several average prices, can share a price. */
function sideChanges(older: readonly Entry[], newer: readonly Entry[]): SideChanges {
  const [before, after] = [new Set(older), new Set(newer)];
  const gone = new Map<string, number>();
  for (const [at, entry] of older.entries()) if (!after.has(entry)) gone.set(textOf(entry), at);
  const upserts: { at: number; entry: Entry }[] = [];
  for (const [at, entry] of newer.entries()) {
    // An Aggregator keeps most entries that did not change, and makes some anew that say the same.
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
