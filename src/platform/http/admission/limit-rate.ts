import { LRUCache } from 'lru-cache';
import { Problem } from '../../../kernel/index.ts';

export type RateClass = 'reads' | 'writes';

/** Credentials and anonymous callers are counted separately, so that many anonymous callers evict no credential. */
export type CallerKind = 'credential' | 'anonymous';

/** The values of the rate limit headers. */
export interface RateHeaders {
  readonly limit: string;
  readonly policy: string;
}

type Counts = Record<RateClass, number>;

const WINDOW_MS = 60_000;
/** For each kind; beyond it, the least recently seen caller is evicted. */
const MAX_CALLERS = 50_000;
/** Counted by size, because with `max` the cache would take memory for all callers at once. */
const CACHE = { maxSize: MAX_CALLERS, sizeCalculation: () => 1 };

/** Counts the requests of each caller to this process in windows of a minute. */
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
      credential: new LRUCache(CACHE),
      anonymous: new LRUCache(CACHE),
    };
  }

  /** Counts one request; throws above the limit. */
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
