import { TooManyWaiting } from '../../kernel/index.ts';
import type { Outcome } from './execute.ts';

const MAX_BATCH = 100;
/** As many as are written within about a second. */
export const MAX_WAITING = 1000;

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one batch at a time. Calls that arrive meanwhile form the next batch, in order of arrival, as many as may wait. */
export class BatchQueue<Call, Result> {
  readonly #runBatch: (calls: [Call, ...Call[]]) => Promise<Outcome<Result>[]>;
  #waiting: Waiting<Call, Result>[] = [];
  #isRunning = false;

  constructor(runBatch: (calls: [Call, ...Call[]]) => Promise<Outcome<Result>[]>) {
    this.#runBatch = runBatch;
  }

  add(call: Call): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new TooManyWaiting());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (;;) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      const [first, ...rest] = batch;
      if (!first) break;
      const outcomes = await this.#runBatch([first.call, ...rest.map(({ call }) => call)]);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
    }
    this.#isRunning = false;
  }
}
