import { Problem } from '../../kernel/index.ts';

export type RateClass = 'reads' | 'writes';

/** The values of the headers that tell a caller where it stands. */
export interface RateHeaders {
  readonly limit: string;
  readonly policy: string;
}

const WINDOW_MS = 60_000;
/** Beyond this many callers a minute a flood is under way: newcomers wait, memory stays bounded. */
const MAX_CALLERS = 100_000;

/** Counts each caller's requests in windows of a minute, in this process. */
export class RateLimiter {
  readonly #perMinute: Record<RateClass, number>;
  readonly #policies: Record<RateClass, string>;
  #counts = { reads: new Map<string, number>(), writes: new Map<string, number>() };
  #resetsAtMs = -Infinity;

  constructor(perMinute: Record<RateClass, number>) {
    const { reads, writes } = perMinute;
    this.#perMinute = perMinute;
    this.#policies = { reads: `"reads";q=${reads};w=60`, writes: `"writes";q=${writes};w=60` };
  }

  /** Counts one request; over the limit it throws. */
  take(caller: string, rateClass: RateClass, nowMs: number): RateHeaders {
    if (nowMs >= this.#resetsAtMs) {
      this.#counts = { reads: new Map(), writes: new Map() };
      this.#resetsAtMs = nowMs + WINDOW_MS;
    }
    const allowed = this.#perMinute[rateClass];
    const counts = this.#counts[rateClass];
    const count = (counts.get(caller) ?? (counts.size < MAX_CALLERS ? 0 : allowed)) + 1;
    const resetSeconds = Math.ceil((this.#resetsAtMs - nowMs) / 1000);
    const policy = this.#policies[rateClass];
    const limit = `"${rateClass}";r=${count < allowed ? allowed - count : 0};t=${resetSeconds}`;
    if (count > allowed) {
      throw new Problem('rate_limited', `At most ${allowed} ${rateClass} a minute. Wait ${resetSeconds} s.`, {
        headers: { ratelimit: limit, 'ratelimit-policy': policy, 'retry-after': String(resetSeconds) },
      });
    }
    counts.set(caller, count);
    return { limit, policy };
  }
}
