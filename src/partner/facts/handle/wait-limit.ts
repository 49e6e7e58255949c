import { once } from 'node:events';
import { LinkedAbort, Problem } from '../../../kernel/index.ts';
import type { Position } from '../store/index.ts';

const LOOK_EVERY_MS = 250;
const LIMIT_MS = 5_000;

/** Ends the wait of a caller when a large correction keeps the store busy for longer than a caller should wait. */
export class WaitLimit {
  readonly #looking: NodeJS.Timeout;
  /** Aborts with the caller's own signal, or with the answer for the caller. */
  readonly #ending: LinkedAbort;

  constructor(position: Position, signal: AbortSignal) {
    this.#ending = new LinkedAbort(signal);
    let busySince: number | undefined;
    this.#looking = setInterval(() => {
      const { recomputed } = position;
      if (recomputed === undefined) busySince = undefined;
      else busySince ??= performance.now();
      if (recomputed !== undefined && performance.now() - (busySince ?? 0) >= LIMIT_MS)
        this.#ending.abort(busy(recomputed));
    }, LOOK_EVERY_MS).unref();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Rejects when the wait ends before the work. */
  async during<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    const ended = async (): Promise<never> => {
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    };
    return Promise.race([work, ended()]);
  }

  /** To be called when there is nothing to wait for any more. */
  end(): void {
    clearInterval(this.#looking);
    this.#ending.end();
  }
}

const busy = (recomputed: number): Problem =>
  new Problem(
    'unavailable',
    `A correction changes many orders, whose rewards are being computed again: ${Math.floor(recomputed * 100)} % are ` +
      'done. Nothing was stored. Send the batch again later.',
    { headers: { 'retry-after': '10' } },
  );
