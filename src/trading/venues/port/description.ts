import type { Decimal } from '../../../kernel/index.ts';
import type { Network } from '../../../platform/addresses/index.ts';

export interface VenueDescription {
  readonly name: string;
  readonly accounts: readonly VenueAccount[];
  readonly symbols: readonly VenueSymbol[];
  readonly assets: readonly VenueAsset[];
  /** By which the adapter knows at the next start what the venue asks; null where it asks nothing, absent where it did not say. */
  readonly form?: string | null;
}

export interface VenueAccount {
  readonly code: string;
  /** Fractions of what is traded: 0.001 is ten basis points. */
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  readonly feeIn: FeeIn;
}

/**
 * The asset a fee is charged in: always the counter asset, or the asset received. A sale charges the counter asset
 * either way. A discount token shows only in the trades: plans do not count on its balance.
 */
export type FeeIn = 'counter' | 'received';

export interface VenueSymbol {
  /** `BASE-COUNTER`. */
  readonly code: string;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly minSize: Decimal;
  /** The smallest quantity times limit price, in the counter asset; zero without one. */
  readonly minNotional: Decimal;
}

export interface VenueAsset {
  readonly code: string;
  /** The maximum scale of a withdrawal. */
  readonly precision: number;
  readonly minWithdrawal: Decimal;
  readonly networks: readonly VenueNetwork[];
}

export interface VenueNetwork extends Network {
  /** What the venue charges for a withdrawal, where it says so. */
  readonly withdrawalFee?: Decimal | undefined;
  /** Why withdrawals over it are refused, and what to do; absent where they are not. */
  readonly refusal?: string | undefined;
}

/** How a venue charges for a withdrawal: it takes the fee out of the amount that it is asked for, or adds it. */
export type FeeKind = 'inside' | 'on top';
