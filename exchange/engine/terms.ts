/** The terms of an exchange, fixed when its data directory is first used and stored with its state. */
export interface Terms {
  readonly displayName: string;
  readonly account: AccountTerms;
  readonly assets: readonly AssetTerms[];
  readonly markets: readonly MarketTerms[];
}

export interface AccountTerms {
  readonly code: string;
  readonly makerFee: string;
  readonly takerFee: string;
  /** The asset that fees are charged in: always the counter asset (the default), or the asset received. */
  readonly feeIn?: 'counter' | 'received';
  /** Whether the fee of a withdrawal is added to its amount (the default) or taken out of it. */
  readonly withdrawalFees?: 'on top' | 'inside';
  /** Every withdrawal over a blockchain must say who receives it; nothing is asked without it. */
  readonly asksBeneficiary?: { readonly providers: readonly Provider[] };
}

/** Who holds the keys of wallets for others. */
export interface Provider {
  readonly id: string;
  readonly name: string;
}

export interface AssetTerms {
  readonly code: string;
  /** The maximum scale of a withdrawal. */
  readonly precision: number;
  readonly minWithdrawal: string;
  readonly openingBalance: string;
  readonly networks: readonly NetworkTerms[];
  /** In US dollars, before the price process moves it. */
  readonly value: string;
  readonly volatilityPpm: number;
}

export interface NetworkTerms {
  readonly code: string;
  readonly addressFormat: 'bitcoin' | 'evm' | 'solana' | 'xrpl' | 'tron' | 'alias';
  readonly tag: 'required' | 'optional' | 'none';
  /** Charged for a withdrawal; nothing is charged without it. */
  readonly withdrawalFee?: string;
}

export interface MarketTerms {
  readonly base: string;
  readonly counter: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly minSize: string;
  /** The smallest quantity times price of an order that has a price; no limit without it. */
  readonly minNotional?: string;
  /** Levels a side that the house keeps quoted. */
  readonly depth: number;
  readonly spacingPpm: number;
  /** US dollars that the house offers at its best level; deeper levels have more. */
  readonly levelValue: string;
}
