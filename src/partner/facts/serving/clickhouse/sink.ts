import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../../../kernel/index.ts';
import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { lacksTables } from './generation.ts';
import { publish, type Published } from './publish.ts';
import { retire } from './retire.ts';
import { shardsOf } from './shard.ts';
import { selectPublished } from './store.ts';

interface SinkOptions {
  /** The store whose rows are published. */
  readonly database: Duckdb;
  readonly cluster: Cluster;
  readonly db: Db;
  readonly spillFolder: string;
  /** Whether this process is the one that publishes. */
  readonly isWriter: () => boolean;
  /** Called with what went wrong and will be tried again. */
  readonly onError: (error: unknown) => void;
}

const LOOK_EVERY_MS = 250;
const RETRY_AFTER_MS = 2_000;
/** How often all servers are asked whether they still have their tables. */
const CHECK_EVERY_MS = 5_000;

/** Everybody can read it in the readiness: what a server says of a statement may have rows in it, and is for the log. */
const UNEXPECTED = 'The facts could not be copied to ClickHouse: look into the log.';

/** Publishes the store whenever it has changed, in the process that writes. */
export class Sink {
  readonly #options: SinkOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #checkedAt = 0;
  #failures = 0;
  #error: string | undefined;

  constructor(options: SinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** How often a version could not be published. */
  get failures(): number {
    return this.#failures;
  }

  /** Why the last attempt failed; undefined after a success. */
  get error(): string | undefined {
    return this.#error;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let revisionOfLast: number | undefined;
    let last: Published | undefined;
    while (!signal.aborted) {
      const { revision } = this.#options.database;
      try {
        if (!this.#options.isWriter()) last = revisionOfLast = this.#error = undefined;
        else if (revision !== undefined) {
          if (revision !== revisionOfLast || (await this.#isOutdated(last, signal))) {
            last = await publish({ ...this.#options, after: last, signal });
            revisionOfLast = revision;
            await retire({ ...this.#options, signal }).catch(this.#options.onError);
          }
          this.#error = undefined;
        }
        await pause(LOOK_EVERY_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        last = revisionOfLast = undefined;
        this.#failures += 1;
        this.#error = error instanceof Problem ? error.message : UNEXPECTED;
        this.#options.onError(error);
        await pause(RETRY_AFTER_MS, signal);
      }
    }
  }

  /** Whether another process has published, or tables are missing, on other servers, or to be filled again. */
  async #isOutdated(own: Published | undefined, signal: AbortSignal): Promise<boolean> {
    const { cluster, db } = this.#options;
    const last = await selectPublished(db).executeTakeFirstOrThrow();
    if (last.version !== own?.version || last.generation < last.wanted) return true;
    if (!isDeepStrictEqual(last.nodes, cluster.nodes)) return true;
    if (performance.now() - this.#checkedAt < CHECK_EVERY_MS) return false;
    const lacks = await lacksTables(shardsOf(cluster), last, { signal });
    this.#checkedAt = performance.now();
    return lacks;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
