import { setTimeout as sleep } from 'node:timers/promises';
import { later, type Clock } from '../../kernel/index.ts';
import type { Cause, Venue, VenueDescription } from './port/index.ts';

const ANSWER_WITHIN_MS = 10_000;
const RETRY_AFTER_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

interface FollowOptions {
  readonly everyMs: number;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onAnswer: (description: VenueDescription) => Promise<void>;
  readonly onSilence: (reason: string, cause: Cause | undefined) => void;
}

/** Asks a venue regularly what it is, sooner when it did not answer, but less and less often: some ban those who insist. */
export async function followVenue(venue: Venue, options: FollowOptions): Promise<void> {
  const { everyMs, clock, signal, onAnswer, onSilence } = options;
  let retryMs = RETRY_AFTER_MS;
  while (!signal.aborted) {
    const deadline = later(clock.now(), ANSWER_WITHIN_MS);
    const outcome = await venue.describe({ deadline, signal });
    if (signal.aborted) return;
    if (outcome.kind === 'answered') await onAnswer(outcome.value);
    else onSilence(outcome.reason, outcome.cause);
    const waitMs = outcome.kind === 'answered' ? everyMs : Math.min(retryMs, everyMs);
    retryMs = outcome.kind === 'answered' ? RETRY_AFTER_MS : Math.min(retryMs * 2, LONGEST_RETRY_MS);
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}
