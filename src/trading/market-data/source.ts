import type { AggregatedBook, AggregationRequest, Listing } from '../order-book/index.ts';
import type { Printer } from './print.ts';

/** An aggregated book without entries has the time since when it has been empty. */
export interface TimedBook extends AggregatedBook {
  readonly timestampMs: number;
}

/** The books of one market, as responses and streams read them. */
export interface BookSource {
  /** Grows whenever a response about this market may change. */
  readonly version: number;
  /** Distinguishes these versions from those of an earlier market or another process. */
  readonly epoch: string;
  readonly printer: Printer;
  /** In the order of the venues. */
  readonly listings: readonly Listing[];
  /** Venue to when its book was last fetched, of venues whose books are polled. */
  readonly polledAtMs: ReadonlyMap<string, number>;
  nowMs(): number;
  aggregate(request: AggregationRequest): TimedBook;
  /** The last known book of one venue. */
  bookOf(listing: Listing, terms: Omit<AggregationRequest, 'type'>): TimedBook;
}
