import type { Decimal } from '../../../kernel/index.ts';
import type { TravelRule } from '../../../platform/personal-data/index.ts';
import type { Call, Outcome, ReferenceSupport } from './calls.ts';

export interface WithdrawalApi extends ReferenceSupport {
  /** Sends what makes the payee receive the amount exactly; refused where the venue does not say what it charges. */
  submit(request: WithdrawalRequest, call: Call): Promise<Outcome<VenueWithdrawal>>;
  /** By the venue's own id, as `submit` answered it; one with another reference is not ours. */
  status(submitted: Submitted, call: Call): Promise<Outcome<VenueWithdrawal>>;
  /** By our reference; null is the venue's own word that it has none. Absent where it cannot be asked. */
  readonly find?: (sought: Sought, call: Call) => Promise<Outcome<VenueWithdrawal | null>>;
  /**
   * Every withdrawal that the venue has accepted since then, also those that others made there. The reference is empty
   * where the venue shows none. Refused with `too_old` where it does not look back that far. Absent where it cannot list.
   */
  readonly list?: (since: Date, call: Call) => Promise<Outcome<readonly VenueWithdrawal[]>>;
  /** Where withdrawals are paid from a wallet of their own, apart from the one that trades. */
  readonly payingWallet?: PayingWallet;
}

/**
 * Funding moves only what the wallet lacks, so that a repeated request moves nothing twice once an earlier one can no
 * longer take effect.
 */
export interface PayingWallet {
  /** As for withdrawals: what reaches the venue after the call's deadline is turned away. */
  readonly honoursDeadline: boolean;
  fund(request: FundingRequest, call: Call): Promise<Outcome<Funding>>;
  /** The transfer by our reference; null is the venue's own word that it has none. Absent where it cannot be asked. */
  readonly find?: (request: FundingRequest, call: Call) => Promise<Outcome<Funding | null>>;
}

export interface FundingRequest {
  /** The withdrawal to be paid from the wallet; its reference is also that of the transfer. */
  readonly withdrawal: WithdrawalRequest;
  /** What the wallet holds for other withdrawals. */
  readonly reserved: Decimal;
}

export interface Funding {
  readonly reference: string;
  readonly asset: string;
  /** What was moved; zero where the wallet held enough. */
  readonly moved: Decimal;
  /** What the wallet now holds for the withdrawal and its fee. */
  readonly held: Decimal;
}

export interface Submitted {
  readonly venueTransferId: string;
  readonly reference: string;
  readonly asset: string;
}

export interface Sought {
  readonly reference: string;
  readonly asset: string;
  /** Nothing was sent under the reference before: a venue that does not look back so far cannot say that it has none. */
  readonly since: Date;
}

export interface WithdrawalRequest {
  readonly reference: string;
  readonly asset: string;
  /** What the payee receives. The venue's fee is paid beside it, whichever way the venue charges. */
  readonly amount: Decimal;
  readonly destination: Destination;
  /** Who receives it. Sent where the venue asks, and then as it asks. */
  readonly travelRule?: TravelRule;
}

export type Destination = BlockchainDestination | FiatDestination;

export interface BlockchainDestination {
  readonly kind: 'blockchain';
  readonly network: string;
  readonly address: string;
  readonly tag?: string | undefined;
  /** The name it is saved under. Venues that pay out only to addresses stored there know it by the same name. */
  readonly alias?: string | undefined;
}

export interface FiatDestination {
  readonly kind: 'fiat';
  /** The bank account, by the name under which the venue knows it. */
  readonly alias: string;
  readonly paymentText?: string | undefined;
}

export interface VenueWithdrawal {
  readonly venueTransferId: string;
  readonly reference: string;
  readonly asset: string;
  /** What the payee receives. */
  readonly amount: Decimal;
  /** What the venue charges beside it: as `submit` reckoned with it, else as the venue reports it; null where unknown. */
  readonly fee: Decimal | null;
  readonly status: 'accepted' | 'processing' | 'completed' | 'failed';
  /** The transaction hash on a blockchain as soon as the venue shows it, or the bank's own reference. */
  readonly hash: string | null;
  /** The venue's own number of a completed transfer without a transaction, such as one within its own books. */
  readonly internalId: string | null;
  readonly failureReason: string | null;
  /** What somebody must do at the venue before it goes on. */
  readonly waitsFor?: string;
}
