export interface BookFeeds {
  /** Whole books fetched again and again instead of a stream of changes. */
  readonly isPolled: boolean;
  /** While all is well, an event comes at least this often; a feed much longer silent has failed. */
  readonly heartbeatEveryMs: number;
  /** Absent where the venue sends no checksums. */
  readonly checksum?: BookChecksum;
  /**
   * Connects once and reports what happens, in order, until `disconnected` or `close`.
   * It never reconnects: the listener decides when to open the next feed.
   */
  open(symbol: string, onEvent: (event: FeedEvent) => void): BookFeed;
}

export interface BookFeed {
  /** Asks for one more snapshot on the same connection. */
  refresh(): void;
  /** No event follows. */
  close(): void;
}

export interface BookChecksum {
  /** Levels of each side that it covers. */
  readonly depth: number;
  /** Over the best levels, best first, in the venue's own texts. */
  of(bids: readonly BookLevel[], asks: readonly BookLevel[]): number;
}

/** Exactly as the venue wrote them. In a change, quantity zero removes the level. */
export type BookLevel = readonly [price: string, quantity: string];

export type FeedEvent =
  | { readonly type: 'connected' }
  | (BookUpdate & { readonly type: 'snapshot'; readonly sequence: number })
  /** Follows on the update that ended at `first - 1`; a hole means that something was lost. */
  | (BookUpdate & { readonly type: 'change'; readonly first: number; readonly last: number })
  /** Alive; `sequence` is the newest update's. */
  | { readonly type: 'heartbeat'; readonly sequence: number }
  | { readonly type: 'disconnected'; readonly reason: string };

interface BookUpdate {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** When the venue says the book looked like this. */
  readonly at: Date;
  readonly checksum?: number;
}
