import type { Decimal } from '../../../kernel/index.ts';
import type { Call, Outcome } from './calls.ts';

export interface DepositApi {
  /** How far back the venue lists deposits for certain. */
  readonly reachMs: number;
  /**
   * Every deposit that the venue has recorded since then, with its state as it is now, each once. Refused with `too_old`
   * where it does not look back that far.
   */
  list(since: Date, call: Call): Promise<Outcome<readonly VenueDeposit[]>>;
}

export interface AddressApi {
  /** Our address now; null is the venue's own word that there is none. Some venues make one when they are asked. */
  find(place: DepositPlace, call: Call): Promise<Outcome<DepositAddress | null>>;
}

export interface DepositPlace {
  readonly asset: string;
  /** Our code of it. */
  readonly network: string;
}

export interface DepositAddress {
  readonly address: string;
  readonly tag: string | null;
}

export interface VenueDeposit {
  /** The venue's own id, or all that makes one deposit differ from others where it has none. */
  readonly venueDepositId: string;
  readonly asset: string;
  /** What arrived at the venue, before its own fee. */
  readonly amount: Decimal;
  /** What the venue takes out of it; null where it does not say. */
  readonly fee: Decimal | null;
  /** Our code of the network; null where the venue names none, or one that we do not know. */
  readonly network: string | null;
  /** Our address at the venue, where it shows it. */
  readonly address: string | null;
  readonly tag: string | null;
  /** The transaction as the venue writes it, without what it adds to it. */
  readonly hash: string | null;
  /** Which output of the transaction it is, where the venue says so. */
  readonly output: string | null;
  /** The venue's own number of a transfer within its own books, which has no transaction. */
  readonly internalId: string | null;
  readonly state: DepositState;
  /** The venue's own word for it. */
  readonly venueStatus: string;
  /** Null where the venue does not say when it saw it. */
  readonly createdAt: Date | null;
}

/**
 * `locked`: credited, but it cannot be withdrawn yet. `information`: the venue waits for something from its client.
 * `unknown`: a word that we do not know, which never counts as credited.
 */
export type DepositState = 'pending' | 'locked' | 'information' | 'credited' | 'rejected' | 'unknown';
