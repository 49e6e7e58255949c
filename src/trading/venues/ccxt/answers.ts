import type { Cause } from '../port/index.ts';

/** What moves money at an exchange: an order, a withdrawal, a transfer between two of its wallets. */
export type Movement = 'place' | 'withdraw' | 'move';

/** Why an exchange refuses to move money. */
export type Why =
  /** Too little money. */
  | 'balance'
  /** The amount is too small or too large. */
  | 'size'
  /** The amount or the price has too many decimals, or is off its step. */
  | 'precision'
  /** The price is out of the range that the exchange takes. */
  | 'price'
  /** The market is unknown, closed, or not open to us. */
  | 'symbol'
  /** The type of order is not taken. */
  | 'type'
  /** An order that must not take would take. */
  | 'post-only'
  /** Too many open orders, or more than may be withdrawn in a period. */
  | 'quota'
  /** The account may not do this. */
  | 'account'
  /** The destination is wrong or not allowed. */
  | 'address'
  /** The asset or its network is unknown or not paid out. */
  | 'asset'
  /** Who receives it is not said, or not as the exchange wants it. */
  | 'travel-rule'
  /** The fee in the request is not the exchange's. */
  | 'fee'
  /** The request is malformed. */
  | 'form';

/**
 * What the codes of one exchange prove. A code that is not listed proves nothing, whatever the HTTP status and whatever
 * class ccxt gives it: the request may have taken effect. List a code only if the exchange documents what it means.
 */
export interface Answers {
  /** The codes in an answer that is no success. Together they count only if each one does. */
  codesOf(answer: Readonly<Record<string, unknown>>): readonly string[];
  /** Turned away before it was processed, whatever was asked for: the same request may be sent again. */
  readonly turnedAway: Readonly<Record<string, Extract<Cause, 'key' | 'address' | 'clock' | 'limit'>>>;
  readonly place: Proofs;
  readonly withdraw: Proofs;
  /** Where withdrawals are paid from a wallet of their own. */
  readonly move?: Proofs;
}

export interface Proofs {
  /** The exchange did nothing, and would refuse the same request again. */
  readonly refused: Readonly<Record<string, Why>>;
  /** The exchange has seen our id, or the same request, before: only a question by our id says what became of it. */
  readonly repeated: readonly string[];
}

export const valueOf = <T>(table: Readonly<Record<string, T>>, code: string): T | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;
