import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore, backOffMs } from '../../kernel/index.ts';
import type { Logger } from '../telemetry/index.ts';

const [FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS] = [1_000, 30_000] as const;

/** How long work may continue after its signal was aborted. */
const GRACE_MS = 1_000;

export interface LaneWork {
  /** Requests with the same key while it runs make it run once more. */
  readonly key: string;
  /** The lane for the next run. */
  readonly lane: () => Promise<string>;
  run(signal: AbortSignal): Promise<void>;
  /** Leaves it to other processes. */
  handOver(): Promise<void>;
}

interface LanesOptions {
  /** Concurrent runs in one lane. */
  readonly places: number;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

/** Runs work that waits for others, such as venues. Each lane has places of its own, so no lane waits for another. */
export class Lanes {
  readonly #places: Semaphore;
  readonly #logger: LanesOptions['logger'];
  readonly #underWay = new Map<string, { isRequested: boolean; readonly ended: Promise<void> }>();
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();

  constructor({ places, logger }: LanesOptions) {
    this.#places = new Semaphore({ places: Infinity, perKey: places });
    this.#logger = logger;
    // Every waiting run listens.
    setMaxListeners(0, this.#stopping.signal, this.#cut.signal);
  }

  start(work: LaneWork): void {
    const underWay = this.#underWay.get(work.key);
    if (underWay) underWay.isRequested = true;
    else
      this.#underWay.set(work.key, {
        isRequested: true,
        ended: Promise.resolve().then(() => this.#work(work)),
      });
  }

  /** Waits for what is running, then aborts its signal. What has not ended is left to other processes. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    const ended = Promise.all([...this.#underWay.values()].map((each) => each.ended));
    const timer = new AbortController();
    const wait = (ms: number) => sleep(ms, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([ended, wait(timeoutMs)]);
    this.#cut.abort();
    await Promise.race([ended, wait(GRACE_MS)]);
    timer.abort();
  }

  async #work(work: LaneWork): Promise<void> {
    for (let failures = 0; ;) {
      const current = this.#underWay.get(work.key);
      if (!current?.isRequested) break;
      current.isRequested = false;
      try {
        const entry = { key: await work.lane(), signal: this.#stopping.signal };
        await this.#places.run(() => work.run(this.#cut.signal), entry);
        failures = 0;
      } catch (error) {
        if (this.#stopping.signal.aborted) {
          await work
            .handOver()
            .catch((error: unknown) =>
              this.#logger.warn({ err: error }, `${work.key} could not be handed over`),
            );
          break;
        }
        current.isRequested = true;
        failures += 1;
        const waitMs = backOffMs(failures, FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS);
        this.#logger.error({ err: error }, `${work.key} failed and runs again in ${waitMs / 1000} s`);
        await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
    this.#underWay.delete(work.key);
  }
}
