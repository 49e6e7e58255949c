import { LRUCache } from 'lru-cache';

interface Pending {
  readonly page: Promise<string>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Caches pages by key. Concurrent requests for one key share one computation, which is cancelled when its last waiter
 * leaves.
 */
export class PageCache {
  readonly #pages: LRUCache<string, string>;
  readonly #pending = new Map<string, Pending>();

  constructor(maxBytes: number) {
    this.#pages = new LRUCache({
      // It must be positive; no page fits into one byte.
      maxSize: Math.max(1, maxBytes),
      // A character takes at most two bytes.
      sizeCalculation: (page, key) => 2 * (key.length + page.length),
    });
  }

  async get(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<string>,
  ): Promise<string> {
    signal.throwIfAborted();
    const cached = this.#pages.get(key);
    if (cached !== undefined) return cached;
    const pending = this.#pending.get(key) ?? this.#start(key, compute);
    pending.waiting += 1;
    try {
      return await untilAborted(pending.page, signal);
    } finally {
      pending.waiting -= 1;
      if (pending.waiting === 0) {
        this.#pending.delete(key);
        if (signal.aborted) pending.abort.abort(signal.reason);
      }
    }
  }

  #start(key: string, compute: (signal: AbortSignal) => Promise<string>): Pending {
    const abort = new AbortController();
    const pending = { page: compute(abort.signal), abort, waiting: 0 };
    this.#pending.set(key, pending);
    pending.page.then(
      (page) => this.#pages.set(key, page),
      // Those who wait for the page get the error.
      () => {},
    );
    return pending;
  }
}

function untilAborted(page: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void page.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
