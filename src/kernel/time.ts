/** The only source of time for business code, so that tests and simulations can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
