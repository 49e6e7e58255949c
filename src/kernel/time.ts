/** The only source of time for business code, so that tests and simulations can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** How long to wait after so many failures in a row: twice as long after each, up to a limit. */
export const backOffMs = (failures: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), longestMs);
