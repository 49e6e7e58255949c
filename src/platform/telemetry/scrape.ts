import type { Registry } from 'prom-client';

/** How long the text of a scrape is reused. */
const FRESH_MS = 1_000;

interface Run {
  readonly text: Promise<string>;
  readonly abort: AbortController;
  callers: number;
}

/** Collects all metrics at most once a second and once at a time, and stops when every caller has left. */
export class Scrapes {
  readonly #registry: Registry;
  #text = '';
  #collectedAtMs = -Infinity;
  #run: Run | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async read(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (performance.now() - this.#collectedAtMs < FRESH_MS) return this.#text;
    const run = (this.#run ??= this.#begin());
    const leave = (): void => this.#leave(run);
    run.callers += 1;
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await run.text;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(): Run {
    const abort = new AbortController();
    const run: Run = { text: this.#collect(abort.signal), abort, callers: 0 };
    const end = (): void => {
      if (this.#run === run) this.#run = undefined;
    };
    run.text.then(end, end);
    return run;
  }

  #leave(run: Run): void {
    run.callers -= 1;
    if (run.callers > 0) return;
    run.abort.abort();
    if (this.#run === run) this.#run = undefined;
  }

  async #collect(signal: AbortSignal): Promise<string> {
    const texts: string[] = [];
    for (const { name } of this.#registry.getMetricsAsArray()) {
      texts.push(await this.#registry.getSingleMetricAsString(name));
      signal.throwIfAborted();
    }
    this.#text = `${texts.join('\n\n')}\n`;
    this.#collectedAtMs = performance.now();
    return this.#text;
  }
}
