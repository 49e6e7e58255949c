import type { Exchange } from 'ccxt';
import type { BookLevel } from '../port.ts';

/** A whole book, in the exchange's own texts. */
export interface TappedSnapshot {
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** One change of a book, in the exchange's own texts. */
export interface TappedChange {
  readonly first: number;
  readonly last: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly at: Date;
}

export interface BookTap {
  readonly onSnapshot: (snapshot: TappedSnapshot) => void;
  readonly onChange: (change: TappedChange) => void;
}

/** How ccxt's own stream of one exchange is tapped. */
export interface Traits {
  /**
   * Listens to the books before ccxt turns their texts into binary floats; answers how to fetch one whole.
   */
  tapBooks(exchange: Exchange, tap: BookTap): (symbol: string) => Promise<TappedSnapshot>;
}
