import { later, type Clock } from '../../../kernel/index.ts';
import type { TravelRuleQuestion } from '../../../platform/personal-data/index.ts';
import { TradingClient, type OnChain } from './client.ts';

const KNOWN_FOR_MS = 60_000;
/** Somebody waits for a form meanwhile. */
const ANSWER_WITHIN_MS = 3_000;

/** What venues ask about who receives a withdrawal, by their codes; undefined where it cannot be said now. */
type Questions = ReadonlyMap<string, readonly TravelRuleQuestion[]> | undefined;

export type VenueQuestions = (clock: Clock, signal: AbortSignal) => Promise<Questions>;

/** Asks the trading service, and remembers for a minute what it said. */
export function askVenues(settings: OnChain): VenueQuestions {
  let known: { readonly until: Date; readonly questions: Questions } | undefined;
  return async (clock, signal) => {
    const now = clock.now();
    if (known && now < known.until) return known.questions;
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    try {
      const questions = await new TradingClient(settings, within).questions();
      known = { until: later(now, KNOWN_FOR_MS), questions };
      return questions;
    } catch {
      // It is away, or its client may not read venues: people can answer what is usual.
      return undefined;
    }
  };
}
