import { QuaestorError } from '../errors/index.ts';

const FIRST_BACK_OFF_MS = 250;
const LONGEST_BACK_OFF_MS = 8_000;
/** Nobody waits longer for a server that names its time. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Whether the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof QuaestorError)) return false;
  switch (error.code) {
    case 'connection_failed':
    case 'rate_limited':
    case 'unavailable':
      return true;
    case 'unexpected_answer':
      return [429, 502, 503, 504].includes(error.status ?? 0);
    default:
      return false;
  }
}

/** How long to wait before the next attempt; undefined if the server asks for too long. */
export function backOffMs(error: unknown, attempt: number): number | undefined {
  const jitterMs = Math.random() * Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** attempt);
  const isNamed = error instanceof QuaestorError && 'retryAfter' in error && error.retryAfter !== undefined;
  if (!isNamed) return jitterMs;
  // Those who got the same time do not come back all at once.
  const waitMs = (error.retryAfter ?? 0) * 1000 + jitterMs;
  return waitMs > LONGEST_RETRY_AFTER_MS ? undefined : waitMs;
}
