/** How patient the execution is. */
export interface Timing {
  /** How long a venue may take to answer. */
  readonly callTimeoutMs: number;
  /** How far the clocks may be apart, and how long the venue may take over what came in time. */
  readonly marginMs: number;
  /** Between asking about an open order: a quarter of its age, within these. */
  readonly shortestPollMs: number;
  readonly longestPollMs: number;
  /** After a round that brought nothing; doubled with every further one, up to the longest. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** So many rounds in succession without a fill end it. */
  readonly fruitlessRounds: number;
  /** How long MAKER_TAKER leaves its order in the book. */
  readonly postedMs: number;
  /** Over how long TWAP spreads its slices where nothing expires earlier. */
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

export const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

export const earliest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((soonest, next) => (next && next < soonest ? next : soonest), first);
