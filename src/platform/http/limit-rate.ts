import { Problem } from '../../kernel/index.ts';

export type RateClass = 'reads' | 'writes';

interface RateLimiterOptions {
  readonly perMinute: Record<RateClass, number>;
  readonly nowMs: () => number;
}

const WINDOW_MS = 60_000;
/** Beyond this many callers a minute a flood is under way: newcomers wait, memory stays bounded. */
const MAX_CALLERS = 100_000;

/** Counts each caller's requests in windows of a minute, in this process. */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  #counts = { reads: new Map<string, number>(), writes: new Map<string, number>() };
  #resetsAtMs = 0;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
  }

  /** Counts one request and gives the headers that tell the caller where it stands; over the limit it throws. */
  take(caller: string, rateClass: RateClass): Record<string, string> {
    const nowMs = this.#options.nowMs();
    if (nowMs >= this.#resetsAtMs) {
      this.#counts = { reads: new Map(), writes: new Map() };
      this.#resetsAtMs = nowMs + WINDOW_MS;
    }
    const limit = this.#options.perMinute[rateClass];
    const counts = this.#counts[rateClass];
    const count = (counts.get(caller) ?? (counts.size < MAX_CALLERS ? 0 : limit)) + 1;
    const resetSeconds = Math.ceil((this.#resetsAtMs - nowMs) / 1000);
    const headers = {
      ratelimit: `"${rateClass}";r=${Math.max(limit - count, 0)};t=${resetSeconds}`,
      'ratelimit-policy': `"${rateClass}";q=${limit};w=60`,
    };
    if (count > limit) {
      throw new Problem('rate_limited', `At most ${limit} ${rateClass} a minute. Wait ${resetSeconds} s.`, {
        headers: { ...headers, 'retry-after': String(resetSeconds) },
      });
    }
    counts.set(caller, count);
    return headers;
  }
}
