import type { Context } from '../../kernel/index.ts';
import { Gate, type Places } from './gate.ts';

export interface LanesOptions {
  readonly quick: Places;
  /** For what took long the last time. */
  readonly slow: Places;
}

const SLOW_MS = 250;
/** Most slow ones that are remembered. */
const MOST_SLOW = 10_000;

/** Whoever asked something that took long waits in a lane of its own the next time, so that quick answers stay quick. */
export class Lanes {
  readonly #quick: Gate;
  readonly #slow: Gate;
  readonly #known = new Set<string>();

  constructor({ quick, slow }: LanesOptions) {
    this.#quick = new Gate(quick);
    this.#slow = new Gate(slow);
  }

  /** Resolves with what is to be called at the end. */
  async enter(
    caller: string,
    report: string,
    { signal, clock }: Pick<Context<unknown>, 'signal' | 'clock'>,
  ): Promise<() => void> {
    const what = `${caller} ${report}`;
    const leave = await (this.#known.has(what) ? this.#slow : this.#quick).enter(caller, signal);
    const began = clock.now().getTime();
    return () => {
      leave();
      this.#remember(what, clock.now().getTime() - began >= SLOW_MS);
    };
  }

  #remember(what: string, wasSlow: boolean): void {
    this.#known.delete(what);
    if (!wasSlow) return;
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size >= MOST_SLOW) this.#known.delete(oldest);
    this.#known.add(what);
  }
}
