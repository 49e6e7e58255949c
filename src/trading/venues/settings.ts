import type { FeeKind } from './port/index.ts';

/** How an exchange of ccxt is reached, where that differs from the usual. */
export interface ExchangeAccess {
  /** Use the exchange's sandbox. */
  readonly sandbox?: boolean;
  /** `https://host` in place of the exchange's REST hosts. */
  readonly url?: string;
  /** `wss://host` in place of the exchange's stream hosts. */
  readonly streamUrl?: string;
  /** The HTTP proxy that REST calls and streams go through. */
  readonly proxy?: string;
  /** The shortest time between two requests in milliseconds, in place of ccxt's. */
  readonly rateLimit?: number;
  /** Whether ccxt may name itself in requests; it does, unless this is false. */
  readonly brokerTags?: boolean;
  /** How the exchange charges for withdrawals, in place of what its profile says. */
  readonly withdrawalFees?: FeeKind;
  /** The country of the company that holds the account, or EU: what is asked about recipients depends on it. */
  readonly jurisdiction?: string;
  /** Further options of the exchange in ccxt. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** One account at one venue, as the configuration names it. */
export interface VenueSettings extends ExchangeAccess {
  readonly code: string;
  /** Whose account it is; nobody else sees the venue. */
  readonly tenant: string;
  readonly kind: 'simulated' | 'ccxt';
  /** The base address of a simulated exchange, or the id under which ccxt knows the exchange. */
  readonly exchange: string;
  /** The name of the account at a ccxt venue; a simulated exchange names it itself. */
  readonly account: string;
  /** `env:NAME` for the variables NAME_KEY, NAME_SECRET and NAME_PASSWORD, or `file:PATH` of a JSON file. */
  readonly credentials: string;
}
