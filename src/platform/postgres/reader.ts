import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Problem, Semaphore } from '../../kernel/index.ts';
import { isConnectionError } from './failure.ts';
import { lend } from './lend.ts';
import { backendOf } from './pool.ts';

export interface ReaderOptions {
  /** Whose connections are used for nothing else. */
  readonly pool: Pool;
  readonly size: number;
  /** How long one request may take, with its waiting and all its statements. */
  readonly budgetMs: number;
  /** Cancels the statement that a session of the server is running. */
  readonly cancel: (backend: number) => Promise<unknown>;
}

export interface ReadRequest {
  /** Who asks: one caller uses at most half of the connections. */
  readonly caller: string;
  readonly signal: AbortSignal;
}

/**
 * Reads whose cost the caller chooses, such as lists with filters. They have connections of their own, so that they
 * never keep others waiting, and a limit of time for all statements of a request together.
 */
export class Reader<Tables> {
  readonly #options: ReaderOptions;
  readonly #places: Semaphore;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#places = new Semaphore({ places: options.size, perKey: Math.ceil(options.size / 2) });
  }

  /** `work` sends its statements over one connection. */
  async read<T>({ caller, signal }: ReadRequest, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { budgetMs } = this.#options;
    const deadline = AbortSignal.timeout(budgetMs);
    const stop = AbortSignal.any([signal, deadline]);
    try {
      return await this.#places.run(() => this.#readBefore(stop, work), { key: caller, signal: stop });
    } catch (error) {
      if (!deadline.aborted || error instanceof Problem || isConnectionError(error)) throw error;
      throw new Problem(
        'timed_out',
        `The list was not read within ${budgetMs / 1000} s. Narrow the filter: use fewer terms and exact ones, such as status:COMPLETED.`,
        { cause: error },
      );
    }
  }

  async #readBefore<T>(stop: AbortSignal, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { pool, cancel } = this.#options;
    const client = await connectBefore(stop, pool);
    // When it fails, the statement ends by its own timeout.
    const onStop = () => void cancel(backendOf(client)).catch(() => {});
    stop.addEventListener('abort', onStop, { once: true });
    try {
      return await work(bind<Tables>(client, stop));
    } finally {
      stop.removeEventListener('abort', onStop);
      // A late cancellation must not reach the next request.
      client.release(stop.aborted);
    }
  }
}

async function connectBefore(stop: AbortSignal, pool: Pool): Promise<PoolClient> {
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
  });
  const connecting = pool.connect();
  try {
    return await Promise.race([connecting, stopped]);
  } catch (error) {
    // A connection that comes too late goes back to the pool.
    connecting.then((client) => client.release()).catch(() => {});
    throw error;
  }
}

function bind<Tables>(client: PoolClient, stop: AbortSignal): Kysely<Tables> {
  const lent = { ...lend(client, stop), release: () => {} };
  const pool = { connect: async () => lent, end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
