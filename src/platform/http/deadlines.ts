import type { Call } from './call.ts';

const SWEEP_EVERY_MS = 100;
const NOWHERE = -1;

/**
 * Ends calls whose time is up. One timer looks after all of them: a timer each would cost more than a small answer.
 * They stand in an array because a Set in which calls come and go keeps the memory of all of them alive until
 * the next full garbage collection.
 */
export class Deadlines {
  readonly #calls: Call[] = [];
  #sweeper: NodeJS.Timeout | undefined;

  add(call: Call): void {
    call.place = this.#calls.push(call) - 1;
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  remove(call: Call): void {
    if (call.place === NOWHERE) return;
    const last = this.#calls.pop();
    if (last !== undefined && last !== call) {
      this.#calls[call.place] = last;
      last.place = call.place;
    }
    call.place = NOWHERE;
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const call of this.#calls.filter(({ deadlineMs }) => deadlineMs <= nowMs)) {
      this.remove(call);
      call.expire();
    }
    if (this.#calls.length > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
