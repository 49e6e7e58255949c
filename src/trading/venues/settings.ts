/** One account at one venue, as the configuration names it. */
export interface VenueSettings {
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
