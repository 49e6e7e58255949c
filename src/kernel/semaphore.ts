export interface SemaphoreOptions {
  /** How many may be inside at once. */
  readonly places: number;
  /** How many of them may have the same key; by default all. */
  readonly perKey?: number;
  /** How many may wait; further ones are rejected with `SemaphoreFull`. By default any number. */
  readonly maxWaiting?: number;
}

export interface Entry {
  /** Whose share of the places is used. */
  readonly key?: string | undefined;
  /** Ends the waiting; it has no effect on those inside. */
  readonly signal?: AbortSignal | undefined;
}

/** Call it when the work is done; further calls do nothing. */
export type Release = () => void;

export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull';

  constructor() {
    super('Too many are waiting already.');
  }
}

interface Waiter {
  readonly key: string;
  readonly isExclusive: boolean;
  readonly enter: () => void;
}

/**
 * Bounds how much happens at once. Among those who wait, the first that has room enters: one that waits for its key's
 * share is passed by others, one that wants all places is not.
 */
export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  readonly #insideByKey = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = { perKey: options.places, maxWaiting: Infinity, ...options };
  }

  /** Resolves with the function that frees the place again. */
  acquire(entry: Entry = {}): Promise<Release> {
    return this.#acquire(entry, false);
  }

  /** Waits until nobody else is inside, and lets nobody enter before the release. */
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
      if (this.#waiting.size <= this.#options.maxWaiting) return;
      this.#waiting.delete(waiter);
      signal?.removeEventListener('abort', giveUp);
      reject(new SemaphoreFull());
    });
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#take(key, isExclusive, -1);
      this.#admit();
    };
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
