const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60_000;

export const MAX_ATTEMPTS = 100;

/**
 * How long to wait after so many attempts: twice as long each time, up to a bound, and of that a random part of at
 * least half, so that what failed together does not come again together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + random / 2));
}
