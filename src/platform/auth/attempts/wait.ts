import type { AttemptsRow } from './store.ts';

/** How long after the nth failure in a row the next attempt is checked at the earliest; the last holds for all further ones. */
const WAITS_MS = [0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 10_000];

/** With so many failures in a row a name is locked for the source: one attempt at a time, with the longest wait. */
export const LOCKED_AFTER_FAILURES = WAITS_MS.length;

/** A source that has succeeded before is never locked: only this wait follows its failures. */
const KNOWN_SOURCE_WAIT_MS = 1_000;

export const FAILURES_FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

type History = Pick<AttemptsRow, 'failures' | 'last_failed_at' | 'last_succeeded_at'>;

/** How long the next attempt has to wait before its secret is checked. */
export function remainingWaitMs(history: History | undefined, now: Date): number {
  if (!history?.last_failed_at || history.failures === 0) return 0;
  const sinceMs = now.getTime() - history.last_failed_at.getTime();
  if (sinceMs > FAILURES_FORGOTTEN_AFTER_MS) return 0;
  const waitMs = WAITS_MS[Math.min(history.failures, WAITS_MS.length) - 1] ?? 0;
  const limitMs = history.last_succeeded_at ? KNOWN_SOURCE_WAIT_MS : Infinity;
  return Math.max(0, Math.min(waitMs, limitMs) - sinceMs);
}
