import { LRUCache } from 'lru-cache';
import { Problem } from '../../../kernel/index.ts';

interface LaneOptions {
  /** The maximum number of concurrent hashes. */
  readonly places: number;
  readonly maxWaiting: number;
}

interface Entry {
  readonly source: string;
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly source: string;
  readonly enter: () => void;
  readonly reject: () => void;
}

const MAX_WAIT_MS = 4_000;
const SHARE_WINDOW_MS = 60_000;
const MAX_SOURCES = 1_000;

/**
 * Shares the costly hashing among sources. The newest request of the source served least in the last minute is next.
 * A request is rejected when it is aborted or has waited too long; when the queue is full, the oldest request of the
 * source with the most requests is.
 */
export class HashLane {
  readonly #options: LaneOptions;
  readonly #waiting = new Set<Waiter>();
  readonly #served = new LRUCache<string, number>({
    max: MAX_SOURCES,
    ttl: SHARE_WINDOW_MS,
    noUpdateTTL: true,
  });
  #running = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async run<T>(work: () => Promise<T>, entry: Entry): Promise<T> {
    entry.signal.throwIfAborted();
    await this.#enter(entry);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#admitNext();
    }
  }

  #enter({ source, signal }: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => (): void => {
        this.#waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        settle();
      };
      const waiter = { source, enter: leave(resolve), reject: leave(() => reject(overloaded())) };
      const abort = leave(() => reject(signal.reason as Error));
      const timer = setTimeout(waiter.reject, MAX_WAIT_MS);
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(waiter);
      this.#admitNext();
      if (this.#waiting.size > this.#options.maxWaiting) this.#oldestOfBusiest()?.reject();
    });
  }

  #admitNext(): void {
    if (this.#running === this.#options.places) return;
    const next = this.#newestOfLeastServed();
    if (next === undefined) return;
    this.#running += 1;
    this.#served.set(next.source, this.#servedCount(next) + 1);
    next.enter();
  }

  /** A set keeps the order of arrival, so a later waiter is newer. */
  #newestOfLeastServed(): Waiter | undefined {
    let chosen: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (chosen === undefined || this.#servedCount(waiter) <= this.#servedCount(chosen)) chosen = waiter;
    }
    return chosen;
  }

  #oldestOfBusiest(): Waiter | undefined {
    const counts = new Map<string, number>();
    for (const { source } of this.#waiting) counts.set(source, (counts.get(source) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return [...this.#waiting].find(({ source }) => counts.get(source) === most);
  }

  #servedCount({ source }: Waiter): number {
    return this.#served.get(source) ?? 0;
  }
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'Too many sign-ins at once. Try again shortly.', {
    headers: { 'retry-after': '1' },
  });
