import { DeadlineError } from '../errors/index.ts';

/** Ends a call when its time is over or its caller gives up. Call `end` when the call is done. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endsAtMs = Infinity;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    outer?.throwIfAborted();
    this.#timeoutMs = timeoutMs;
    this.#outer = outer;
    outer?.addEventListener('abort', this.#giveUp);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get remainingMs(): number {
    return this.#endsAtMs - Date.now();
  }

  /** Gives the call its whole time again. */
  restart(): void {
    this.pause();
    this.#endsAtMs = Date.now() + this.#timeoutMs;
    if (this.#timeoutMs === Infinity) return;
    this.#timer = setTimeout(() => {
      this.#controller.abort(new DeadlineError(`No answer came within ${this.#timeoutMs} ms.`));
    }, this.#timeoutMs);
  }

  /** Stops the time, for example while a person decides. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for the promise, at most until the call ends. */
  race<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  async sleep(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await this.race(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ms);
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this.#giveUp);
  }

  readonly #giveUp = (): void => this.#controller.abort(this.#outer?.reason);
}
