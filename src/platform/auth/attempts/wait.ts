import type { AttemptsRow } from './store.ts';

/** The minimum wait after the nth consecutive failure; the last applies to all further ones. */
const WAITS_MS = [0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 10_000];

/** After this many consecutive failures a name is locked for the source: one attempt at a time, with the longest wait. */
export const LOCKED_AFTER_FAILURES = WAITS_MS.length;

/** The maximum wait for a source that has succeeded before; it is never locked. */
const KNOWN_SOURCE_WAIT_MS = 1_000;

export const FAILURES_FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

type History = Pick<AttemptsRow, 'failures' | 'last_failed_at' | 'last_succeeded_at'>;

interface Wait {
  /** How long the next attempt must still wait before its secret is checked. */
  readonly remainingMs: number;
  /** The failure from which it waits; undefined if failures cost no wait. */
  readonly since: Date | undefined;
}

const NONE: Wait = { remainingMs: 0, since: undefined };

export function waitAfter(history: History | undefined, now: Date): Wait {
  if (!history?.last_failed_at || history.failures === 0) return NONE;
  const since = history.last_failed_at;
  const sinceMs = now.getTime() - since.getTime();
  if (sinceMs > FAILURES_FORGOTTEN_AFTER_MS) return NONE;
  const waitMs = WAITS_MS[Math.min(history.failures, WAITS_MS.length) - 1] ?? 0;
  if (waitMs === 0) return NONE;
  const limitMs = history.last_succeeded_at ? KNOWN_SOURCE_WAIT_MS : Infinity;
  return { remainingMs: Math.max(0, Math.min(waitMs, limitMs) - sinceMs), since };
}
