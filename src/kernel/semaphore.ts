import { Problem } from './errors.ts';

export interface SemaphoreOptions {
  /** The maximum number of concurrent holders. */
  readonly places: number;
  /** The maximum number with the same key; by default all. */
  readonly perKey?: number;
  /** The maximum number of waiters; further ones are rejected with `TooManyWaiting`. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The maximum number of waiters with the same key, so that those with others are not rejected; by default all. */
  readonly maxWaitingPerKey?: number;
}

export interface Entry {
  readonly key?: string | undefined;
  /** Ends the wait; it has no effect after the place is acquired. */
  readonly signal?: AbortSignal | undefined;
}

/** Call it when the work is done; further calls do nothing. */
export type Release = () => void;

export class TooManyWaiting extends Problem {
  constructor() {
    super('unavailable', 'Too many requests like this one are waiting. Send it again.', {
      headers: { 'retry-after': '1' },
    });
  }
}

interface Waiter {
  readonly key: string;
  readonly isExclusive: boolean;
  readonly enter: () => void;
}

/**
 * Limits concurrency. The first waiter that has room enters: others may overtake one that waits for its key, but not one
 * that waits for all places.
 */
export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  readonly #insideByKey = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    const { places, perKey = places, maxWaiting = Infinity, maxWaitingPerKey = maxWaiting } = options;
    this.#options = { places, perKey, maxWaiting, maxWaitingPerKey };
  }

  /** Resolves with the function that releases the place. */
  acquire(entry: Entry = {}): Promise<Release> {
    return this.#acquire(entry, false);
  }

  /** Waits until all places are free, and holds all of them until the release. */
  acquireAll(signal?: AbortSignal): Promise<Release> {
    return this.#acquire({ signal }, true);
  }

  async run<T>(work: () => Promise<T>, entry: Entry = {}): Promise<T> {
    const release = await this.acquire(entry);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #acquire({ key = '', signal }: Entry, isExclusive: boolean): Promise<Release> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiter: Waiter = { key, isExclusive, enter };
      const giveUp = (): void => {
        this.#waiting.delete(waiter);
        this.#admit();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
      if (!this.#isFull(key)) return;
      this.#waiting.delete(waiter);
      signal?.removeEventListener('abort', giveUp);
      reject(new TooManyWaiting());
    });
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#take(key, isExclusive, -1);
      this.#admit();
    };
  }

  #isFull(key: string): boolean {
    const { maxWaiting, maxWaitingPerKey } = this.#options;
    if (this.#waiting.size > maxWaiting) return true;
    if (this.#waiting.size <= maxWaitingPerKey) return false;
    return [...this.#waiting].filter((waiter) => waiter.key === key).length > maxWaitingPerKey;
  }

  #admit(): void {
    for (const waiter of this.#waiting) {
      const { key, isExclusive } = waiter;
      if (this.#taken === this.#options.places || (isExclusive && this.#taken > 0)) return;
      if (!isExclusive && (this.#insideByKey.get(key) ?? 0) >= this.#options.perKey) continue;
      this.#waiting.delete(waiter);
      this.#take(key, isExclusive, 1);
      waiter.enter();
    }
  }

  #take(key: string, isExclusive: boolean, sign: 1 | -1): void {
    this.#taken += sign * (isExclusive ? this.#options.places : 1);
    if (isExclusive) return;
    const inside = (this.#insideByKey.get(key) ?? 0) + sign;
    if (inside === 0) this.#insideByKey.delete(key);
    else this.#insideByKey.set(key, inside);
  }
}
