import type { ServerEvent } from '../events/index.ts';
import type { OrderBookChange, OrderBookEntry, OrderBookSnapshot } from '../generated/models.ts';

/** A whole order book over all venues. Its `version` grows with every change within a connection. */
export type Book = Readonly<OrderBookSnapshot>;

/** The books of one connection, each a new object. Ends when a change is missing. */
export async function* readBooks(events: AsyncIterable<ServerEvent>): AsyncGenerator<Book> {
  let book: Book | undefined;
  for await (const { event, data } of events) {
    if (event === 'snapshot') {
      book = JSON.parse(data) as OrderBookSnapshot;
    } else if (event === 'change') {
      const change = JSON.parse(data) as OrderBookChange;
      if (change.version !== (book?.version ?? NaN) + 1) return;
      book = { ...change, bids: apply(book?.bids, change.bids), asks: apply(book?.asks, change.asks) };
    } else {
      continue;
    }
    yield book;
  }
}

function apply(side: readonly OrderBookEntry[] = [], change: OrderBookChange['bids']): OrderBookEntry[] {
  const removed = new Set(change.removals);
  const entries = side.filter((_entry, place) => !removed.has(place));
  for (const { at, entry } of change.upserts) entries.splice(at, 0, entry);
  return entries;
}
