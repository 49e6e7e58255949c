import type { Decimal } from '../../../kernel/index.ts';
import type { Form } from '../../travel-rule/index.ts';
import type { Call, Outcome } from './calls.ts';
import type { WithdrawalApi } from './withdrawals.ts';
import type { AddressApi, DepositApi } from './deposits.ts';
import type { OrderApi } from './orders.ts';
import type { VenueDescription } from './description.ts';
import type { BookFeeds } from './books.ts';

/**
 * What we can do at one account of one venue. A part that is absent is a capability the venue lacks,
 * so code that needs it has to ask first.
 */
export interface Venue {
  readonly code: string;
  describe(call: Call): Promise<Outcome<VenueDescription>>;
  readonly balances?: (call: Call) => Promise<Outcome<readonly VenueBalance[]>>;
  readonly withdrawals?: WithdrawalApi;
  /** What the venue asks about who receives a withdrawal from this account, as far as that is known now. */
  readonly asks?: Form | undefined;
  /** False while that is not known. Absent where it always is. */
  readonly isFormKnown?: boolean;
  /** The providers that it knows, by its own names. Absent where it cannot be asked. */
  readonly counterparties?: (call: Call) => Promise<Outcome<readonly Counterparty[]>>;
  readonly deposits?: DepositApi;
  readonly addresses?: AddressApi;
  readonly orders?: OrderApi;
  readonly books?: BookFeeds;
  /** What the key may do. Absent where the venue does not tell. */
  readonly permissions?: (call: Call) => Promise<Outcome<KeyPermissions>>;
  /** Which wallet balances, orders and transfers use, where accounts of the venue differ in that. */
  readonly wallet?: (call: Call) => Promise<Outcome<TradingWallet>>;
  /**
   * How far our clock certainly was ahead of the venue's at its newest answer with a time, zero where both may agree;
   * undefined where it never said.
   */
  readonly clockAheadMs?: () => number | undefined;
  /** Ends every connection; calls under way end as a dropped connection would end them. */
  close(): Promise<void>;
}

/** A provider of wallets, such as another exchange. */
export interface Counterparty {
  /** What answers about recipients call it at this venue. */
  readonly id: string;
  readonly name: string;
}

export interface TradingWallet {
  /** As the venue calls it. */
  readonly name: string;
  /** Why no order is placed from it. */
  readonly cannotTrade?: string;
}

export interface KeyPermissions {
  readonly trade: boolean;
  readonly withdraw: boolean;
  /** Whether the key works from certain addresses only; undefined where the venue does not tell. */
  readonly isBound: boolean | undefined;
}

export interface VenueBalance {
  readonly asset: string;
  readonly available: Decimal;
  /** Held by open orders. */
  readonly locked: Decimal;
  readonly withdrawing: Decimal;
  readonly depositing: Decimal;
}
