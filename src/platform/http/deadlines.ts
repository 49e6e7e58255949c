import type { Call } from './call.ts';

const SWEEP_EVERY_MS = 100;

/** Ends calls whose time is up. One timer looks after all of them: a timer each would cost more than a small answer. */
export class Deadlines {
  readonly #calls = new Set<Call>();
  #sweeper: NodeJS.Timeout | undefined;

  add(call: Call): void {
    this.#calls.add(call);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  remove(call: Call): void {
    this.#calls.delete(call);
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const call of this.#calls) {
      if (call.deadlineMs > nowMs) continue;
      this.#calls.delete(call);
      call.expire();
    }
    if (this.#calls.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
