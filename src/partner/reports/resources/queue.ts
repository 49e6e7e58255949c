import { LRUCache } from 'lru-cache';
import { Semaphore, type Context, type SemaphoreOptions } from '../../../kernel/index.ts';

export interface QueueOptions {
  readonly quick: SemaphoreOptions;
  /** For reports that took long for a partner the last time. */
  readonly slow: SemaphoreOptions;
}

const SLOW_MS = 250;
const MAX_SLOW_REPORTS = 10_000;

/** Runs slow reports apart from quick ones, so that quick pages stay quick. No partner takes all places. */
export class ReportQueue {
  readonly #quick: Semaphore;
  readonly #slow: Semaphore;
  readonly #slowReports = new LRUCache<string, true>({ max: MAX_SLOW_REPORTS });

  constructor({ quick, slow }: QueueOptions) {
    this.#quick = new Semaphore(quick);
    this.#slow = new Semaphore(slow);
  }

  run<T>(
    { partnerUid, report }: { readonly partnerUid: string; readonly report: string },
    { signal, clock }: Pick<Context<unknown>, 'signal' | 'clock'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${partnerUid} ${report}`;
    const semaphore = this.#slowReports.has(key) ? this.#slow : this.#quick;
    const measured = async (): Promise<T> => {
      const began = clock.now().getTime();
      try {
        return await work();
      } finally {
        if (clock.now().getTime() - began >= SLOW_MS) this.#slowReports.set(key, true);
        else this.#slowReports.delete(key);
      }
    };
    return semaphore.run(measured, { key: partnerUid, signal });
  }
}
