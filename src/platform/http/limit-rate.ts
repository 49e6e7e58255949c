import { LRUCache } from 'lru-cache';
import { Problem } from '../../kernel/index.ts';

export type RateClass = 'reads' | 'writes';

/** Credentials and strangers are counted apart, so that a flood of strangers displaces no credential. */
export type CallerKind = 'credential' | 'stranger';

/** The values of the headers that show a caller its limit. */
export interface RateHeaders {
  readonly limit: string;
  readonly policy: string;
}

type Counts = Record<RateClass, number>;

const WINDOW_MS = 60_000;
/** Of each kind; beyond it, the caller that was not seen for the longest time is forgotten. */
const MAX_CALLERS = 50_000;

/** Counts each caller's requests in windows of a minute, in this process. */
export class RateLimiter {
  readonly #perMinute: Readonly<Counts>;
  readonly #policies: Readonly<Record<RateClass, string>>;
  readonly #callers: Readonly<Record<CallerKind, LRUCache<string, Counts>>>;
  #resetsAtMs = -Infinity;

  constructor(perMinute: Readonly<Counts>) {
    const { reads, writes } = perMinute;
    this.#perMinute = perMinute;
    this.#policies = { reads: `"reads";q=${reads};w=60`, writes: `"writes";q=${writes};w=60` };
    this.#callers = {
      credential: new LRUCache({ max: MAX_CALLERS }),
      stranger: new LRUCache({ max: MAX_CALLERS }),
    };
  }

  /** Counts one request; over the limit it throws. */
  take(kind: CallerKind, caller: string, rateClass: RateClass, nowMs: number): RateHeaders {
    if (nowMs >= this.#resetsAtMs) {
      for (const counts of Object.values(this.#callers)) counts.clear();
      this.#resetsAtMs = nowMs + WINDOW_MS;
    }
    const allowed = this.#perMinute[rateClass];
    const count = this.#increment(this.#callers[kind], caller, rateClass);
    const resetSeconds = Math.ceil((this.#resetsAtMs - nowMs) / 1000);
    const policy = this.#policies[rateClass];
    const limit = `"${rateClass}";r=${Math.max(0, allowed - count)};t=${resetSeconds}`;
    if (count > allowed) {
      throw new Problem('rate_limited', `At most ${allowed} ${rateClass} a minute. Wait ${resetSeconds} s.`, {
        headers: { ratelimit: limit, 'ratelimit-policy': policy, 'retry-after': String(resetSeconds) },
      });
    }
    return { limit, policy };
  }

  #increment(callers: LRUCache<string, Counts>, caller: string, rateClass: RateClass): number {
    let counts = callers.get(caller);
    if (counts === undefined) {
      counts = { reads: 0, writes: 0 };
      callers.set(caller, counts);
    }
    counts[rateClass] += 1;
    return counts[rateClass];
  }
}
