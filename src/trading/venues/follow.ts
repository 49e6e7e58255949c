import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/index.ts';
import type { Venue, VenueDescription } from './port.ts';

const ANSWER_WITHIN_MS = 10_000;
const RETRY_AFTER_MS = 1_000;

interface FollowOptions {
  readonly everyMs: number;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Told after each answer, and after each failure to get one with the reason. */
  readonly onAnswer: (description: VenueDescription) => Promise<void>;
  readonly onSilence: (reason: string) => void;
}

/** Asks a venue again and again what it is, sooner when it did not answer. */
export async function followVenue(venue: Venue, options: FollowOptions): Promise<void> {
  const { everyMs, clock, signal, onAnswer, onSilence } = options;
  while (!signal.aborted) {
    const deadline = new Date(clock.now().getTime() + ANSWER_WITHIN_MS);
    const outcome = await venue.describe({ deadline, signal });
    if (signal.aborted) return;
    if (outcome.kind === 'answered') await onAnswer(outcome.value);
    else onSilence(outcome.reason);
    const waitMs = outcome.kind === 'answered' ? everyMs : RETRY_AFTER_MS;
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}
