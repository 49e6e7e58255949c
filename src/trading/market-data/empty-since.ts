import { isEmpty, ORDER_BOOK_TYPES, type Listing, type OrderBookType } from '../order-book/index.ts';

/** Since when books have been empty. That is their timestamp, which must not change while they are. */
export class EmptySince {
  readonly #byType = new Map<OrderBookType, number>();
  readonly #byVenue = new Map<string, number>();

  constructor(nowMs: number) {
    this.note([], nowMs);
  }

  /** Called after every change. */
  note(listings: readonly Listing[], nowMs: number): void {
    for (const type of ORDER_BOOK_TYPES) keep(this.#byType, type, isEmpty(listings, type), nowMs);
    for (const listing of listings) {
      keep(this.#byVenue, listing.venue, isEmpty([listing], 'INDICATIVE'), nowMs);
    }
  }

  sinceMs(type: OrderBookType): number {
    return this.#byType.get(type) ?? Number.NaN;
  }

  atVenueSinceMs(venue: string): number {
    return this.#byVenue.get(venue) ?? Number.NaN;
  }
}

function keep<Key>(sinceMs: Map<Key, number>, key: Key, isEmptyNow: boolean, nowMs: number): void {
  if (!isEmptyNow) sinceMs.delete(key);
  else if (!sinceMs.has(key)) sinceMs.set(key, nowMs);
}
