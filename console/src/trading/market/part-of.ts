import type { Venue, VenueOrderBook } from '@quaestor/sdk';

/** What a venue adds to the book of a pair. */
export type Part = 'away' | 'unknown' | 'unlisted' | 'stale' | 'present';

type Book = Pick<VenueOrderBook, 'venue' | 'type'>;

/**
 * Also of a venue that answers, the book may be cut off. Where it is not open for trading, its book does not say so. As
 * long as the books are not read, nobody knows whether one of them is of the venue.
 */
export function partOf(
  { code, live, trading }: Pick<Venue, 'code' | 'live' | 'trading'>,
  books: readonly Book[] | undefined,
): Part {
  if (!live) return 'away';
  if (books === undefined) return 'unknown';
  const book = books.find(({ venue }) => venue === code);
  if (book === undefined) return 'unlisted';
  return trading === 'live' && book.type === 'INDICATIVE' ? 'stale' : 'present';
}
