import { backOffMs } from '../../../kernel/index.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60_000;

export const MAX_ATTEMPTS = 100;

/**
 * Exponential backoff with jitter: doubles with each attempt up to a limit, of which at least half is waited, so that
 * messages that failed together are not retried together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const longest = backOffMs(attempts, FIRST_MS, LONGEST_MS);
  return Math.round(longest * (0.5 + random / 2));
}
