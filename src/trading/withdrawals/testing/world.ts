import { Random } from './random.ts';

interface Happening {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** Time that passes only when something happens, in an order that the seed alone decides. */
export class World {
  readonly random: Random;
  nowMs = 1_000_000;
  #happenings: Happening[] = [];
  #order = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  get now(): Date {
    return new Date(this.nowMs);
  }

  after(delayMs: number, act: () => void): void {
    const happening = { at: this.nowMs + delayMs, order: this.#order++, act };
    const index = this.#happenings.findLastIndex(({ at }) => at <= happening.at);
    this.#happenings.splice(index + 1, 0, happening);
  }

  /** Lets everything happen that is to happen up to then. */
  runUntil(endMs: number): void {
    for (;;) {
      const next = this.#happenings[0];
      if (!next || next.at > endMs) break;
      this.#happenings.shift();
      this.nowMs = next.at;
      next.act();
    }
    this.nowMs = endMs;
  }
}
