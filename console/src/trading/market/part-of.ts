import type { Venue, VenueOrderBook } from '@quaestor/sdk';

/** What a venue adds to the book of a pair. */
export type Part = 'away' | 'unlisted' | 'stale' | 'present';

/** Also of a venue that answers, the book may be cut off. Where it is not open for trading, its book does not say so. */
export function partOf(
  { live, trading }: Pick<Venue, 'live' | 'trading'>,
  book: Pick<VenueOrderBook, 'type'> | undefined,
): Part {
  if (!live) return 'away';
  if (book === undefined) return 'unlisted';
  return trading === 'live' && book.type === 'INDICATIVE' ? 'stale' : 'present';
}
