/** The only way business code learns the time, so that a test or a simulation can hold it still. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
