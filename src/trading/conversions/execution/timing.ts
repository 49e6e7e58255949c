export interface Timing {
  /** How long a venue may take to answer. */
  readonly callTimeoutMs: number;
  /** For the difference of the clocks, and for the time the venue takes over a request that arrived in time. */
  readonly marginMs: number;
  /** The pause between status requests for an open order: a quarter of its age, within these. */
  readonly shortestPollMs: number;
  readonly longestPollMs: number;
  /** The pause after a round that filled nothing, doubled with each further one up to the longest. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** This many rounds in a row without a fill end it. */
  readonly fruitlessRounds: number;
  /** How long MAKER_TAKER keeps its order in the book. */
  readonly postedMs: number;
  /** The time over which TWAP spreads its slices, unless it expires earlier. */
  readonly spreadMs: number;
  readonly slices: number;
}

export const TIMING: Timing = {
  callTimeoutMs: 10_000,
  marginMs: 2_000,
  shortestPollMs: 250,
  longestPollMs: 15_000,
  retryMs: 100,
  longestRetryMs: 10_000,
  fruitlessRounds: 10,
  postedMs: 30_000,
  spreadMs: 600_000,
  slices: 10,
};

export const earliest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((soonest, next) => (next && next < soonest ? next : soonest), first);
