import type { Exchange } from 'ccxt';
import type { BookLevel } from '../port.ts';
import type { Travel } from './travel.ts';

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

/** What must be known of an exchange beyond what ccxt has in common for all, before it can be asked by reference. */
export interface Traits {
  /** For the library. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Makes requests expire with the call they belong to. */
  stamp(exchange: Exchange, travel: Travel): void;
  readonly honoursDeadline: boolean;
  /** How far back the exchange looks for a reference. */
  readonly looksBackMs: number;
  /** The parameter of a withdrawal that carries our reference. */
  readonly referenceParameter: string;
  /** The raw answer, so that only a list counts as the exchange's word. */
  listWithdrawals(
    exchange: Exchange,
    by: { readonly reference: string } | { readonly id: string },
  ): Promise<unknown>;
  referenceOf(info: Readonly<Record<string, unknown>>): string | undefined;
  failureOf(info: Readonly<Record<string, unknown>>): string | undefined;
  /**
   * Listens to the books before ccxt turns their texts into binary floats; answers how to fetch one whole.
   */
  tapBooks(exchange: Exchange, tap: BookTap): (symbol: string) => Promise<TappedSnapshot>;
}
