import { Problem, Semaphore, SemaphoreFull } from '../../../kernel/index.ts';

/** Lets a few works run at once and a few wait; refuses the rest. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  const semaphore = new Semaphore({ places: running, maxWaiting: waiting });
  return {
    run: (work) =>
      semaphore.run(work).catch((error: unknown) => {
        if (!(error instanceof SemaphoreFull)) throw error;
        throw new Problem('unavailable', 'Too many sign-ins at once. Try again shortly.', {
          headers: { 'retry-after': '1' },
        });
      }),
  };
}
