import type { Exchange } from 'ccxt';
import type { BookChecksum, BookLevel } from '../../port/index.ts';

/** How one exchange streams a book. Data and small functions; the connection is shared. */
export interface BookProtocol {
  readonly url: (market: StreamedMarket, exchange: Exchange) => string | Promise<string>;
  /** The same of the exchange's sandbox; absent where it has none. */
  readonly sandboxUrl?: (market: StreamedMarket) => string;
  /** What the stream calls the market, by either name where it has several; its id, unless given. */
  names?(market: StreamedMarket): readonly string[];
  /** What to send when connected, and again after `unsubscribe` for a fresh snapshot. */
  subscribe?(market: StreamedMarket): object;
  /** A further subscription, where the exchange closes a connection on which little happens. */
  readonly heartbeats?: object;
  unsubscribe?(market: StreamedMarket): object;
  /** A text that keeps the connection alive, where a ping frame does not. */
  readonly ping?: string;
  /** Absent where the exchange sends no checksums. */
  readonly checksum?: BookChecksum;
  /** Makes a text of a frame, where the exchange does not send plain texts. Throws where it is longer than the limit. */
  decode?(frame: Buffer, isBinary: boolean, limitBytes: number): string;
  /** What to send for the whole book, where the stream has only changes until it is asked. */
  request?(market: StreamedMarket): object;
  /** Fetches the whole book over REST, where the stream has nothing but changes. */
  fetch?(exchange: Exchange, market: StreamedMarket): Promise<BookSnapshot>;
  /** How often to fetch it again, where nothing shows that a change was lost. */
  readonly fetchEveryMs?: number;
  /** A reader for one connection: it checks that each message follows on the one before. */
  reader(): (message: string) => readonly BookMessage[];
}

export interface StreamedMarket {
  /** The exchange's own id. */
  readonly id: string;
  /** As ccxt writes it, such as `BTC/USDT`. */
  readonly symbol: string;
  /** As the exchange publishes it. */
  readonly info: Readonly<Record<string, unknown>>;
}

export interface BookSnapshot {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly at?: Date;
  readonly checksum?: number;
}

export interface BookUpdate {
  /** Follows on the update that ended at `first - 1`. */
  readonly first: number;
  readonly last: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly at: Date;
  readonly checksum?: number;
}

export type BookMessage =
  /** With the name of the market whose book it says it is. */
  | ({ readonly type: 'snapshot'; readonly market: string | undefined } & BookSnapshot)
  | ({ readonly type: 'change'; readonly market: string | undefined } & BookUpdate)
  | { readonly type: 'alive' }
  /** The exchange closes the connection unless it gets this reply. */
  | { readonly type: 'question'; readonly reply: object }
  /** The exchange refuses, or says something it should not. */
  | { readonly type: 'fault'; readonly reason: string };

/** Numbers messages of exchanges whose own numbers may fall: one that does not follow leaves a hole. */
export class Counter {
  #last = 0;

  snapshot(): number {
    return (this.#last += 1);
  }

  change(follows: boolean): { readonly first: number; readonly last: number } {
    this.#last += follows ? 1 : 2;
    return { first: this.#last, last: this.#last };
  }
}
