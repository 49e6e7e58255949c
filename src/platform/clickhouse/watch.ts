import { LinkedAbort } from '../../kernel/index.ts';
import { toProblem } from './errors.ts';
import type { Pinger } from './pinger.ts';

/** How often a server is pinged while a statement waits for it. */
const EVERY_MS = 3_000;

/** A statement that goes on for as long as its caller waits and its server can be reached. */
export class Watch {
  readonly #pinger: Pinger;
  readonly #looking: NodeJS.Timeout;
  /** Aborts with the caller's signal, or with the loss of the server. */
  readonly #ending: LinkedAbort;

  constructor(pinger: Pinger, signal: AbortSignal | undefined) {
    this.#pinger = pinger;
    this.#ending = new LinkedAbort(signal);
    this.#looking = setInterval(() => {
      pinger.reach().catch((error: unknown) => this.#ending.abort(error));
    }, EVERY_MS).unref();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Sends a statement, if its server can be reached. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.guard(async () => {
      await this.#pinger.reach();
      // The client does not notice a signal that has been aborted before.
      this.signal.throwIfAborted();
      return work(this.signal);
    });
  }

  /** Waits for an answer; rejects with the reason of the signal, or with an error that says what it means. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      this.signal.throwIfAborted();
      throw toProblem(error, this.#pinger.server);
    }
  }

  /** To be called when there is nothing to wait for any more. */
  end(): void {
    clearInterval(this.#looking);
    this.#ending.end();
  }
}
