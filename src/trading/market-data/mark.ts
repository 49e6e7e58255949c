import type { AggregatedBook } from '../order-book/index.ts';
import type { BookSource } from './source.ts';

/** Members of an aggregated book that say which of its entries were polled; none where all are streamed. */
export function marksOf(
  { polledAtMs }: Pick<BookSource, 'polledAtMs'>,
  { bids, asks }: Pick<AggregatedBook, 'bids' | 'asks'>,
): { readonly polledVenues: readonly object[] } | undefined {
  if (polledAtMs.size === 0) return undefined;
  const shown = new Set([...bids, ...asks].map(({ venue }) => venue));
  const polledVenues = [...polledAtMs]
    .filter(([venue]) => shown.has(venue))
    .map(([venue, atMs]) => ({ venue, polledAt: new Date(atMs) }));
  return polledVenues.length === 0 ? undefined : { polledVenues };
}
