/** Lets through at most `places` at a time, in the order in which they came. */
export class Lock {
  readonly #places: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Waits until nobody is inside. Only one caller at a time may do so. */
  async holdAll<T>(work: () => Promise<T>): Promise<T> {
    for (let taken = 0; taken < this.#places; taken++) await this.acquire();
    try {
      return await work();
    } finally {
      for (let taken = 0; taken < this.#places; taken++) this.release();
    }
  }
}
