import type { GaugeReading } from './metrics.ts';

/** Counts what happens in this process, by labels. */
export class Tally {
  readonly #counts = new Map<string, { readonly labels: Record<string, string>; value: number }>();

  add(labels: Record<string, string>): void {
    const key = JSON.stringify(labels);
    const count = this.#counts.get(key);
    if (count) count.value += 1;
    else this.#counts.set(key, { labels, value: 1 });
  }

  /** Counts from 0 what has not happened yet: Prometheus sees no increase in a series that begins with 1. */
  expect(labels: Record<string, string>): void {
    const key = JSON.stringify(labels);
    if (!this.#counts.has(key)) this.#counts.set(key, { labels, value: 0 });
  }

  read(): GaugeReading[] {
    return [...this.#counts.values()];
  }
}
