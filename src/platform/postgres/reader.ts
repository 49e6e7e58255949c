import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Problem, Semaphore } from '../../kernel/index.ts';
import { isConnectionError } from './failure.ts';
import type { OpenPool } from './pool.ts';
import { PreparedClients, type PreparedClient } from './prepared-client.ts';

const QUERY_CANCELED = '57014';

export interface ReaderOptions {
  /** Its connections serve only these reads. */
  readonly pool: Pick<OpenPool, 'pool' | 'backendOf'>;
  readonly size: number;
  /** How long one request may take, with its waiting and all its statements. */
  readonly budgetMs: number;
  /** Cancels the statement that a session of the server is running. */
  readonly cancel: (backend: number) => Promise<unknown>;
}

export interface ReadRequest {
  /** The caller: each uses at most half of the connections. */
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
  readonly #clients = new PreparedClients();
  readonly #sessions = new WeakMap<PoolClient, Kysely<Tables>>();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#places = new Semaphore({ places: options.size, perKey: Math.ceil(options.size / 2) });
  }

  /** `work` sends its statements over one connection. */
  async read<T>({ caller, signal }: ReadRequest, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { budgetMs } = this.#options;
    const stop = new AbortController();
    const leave = () => stop.abort(signal.reason);
    const timer = setTimeout(() => stop.abort(), budgetMs);
    signal.addEventListener('abort', leave, { once: true });
    try {
      signal.throwIfAborted();
      const entry = { key: caller, signal: stop.signal };
      return await this.#places.run(() => this.#readBefore(stop.signal, work), entry);
    } catch (error) {
      // The server's own timeout may be the first to end the statement.
      const isLate = stop.signal.aborted || (error as { code?: unknown }).code === QUERY_CANCELED;
      if (!isLate || signal.aborted || error instanceof Problem || isConnectionError(error)) throw error;
      throw new Problem(
        'timed_out',
        `The list was not read within ${budgetMs / 1000} s. Narrow the filter: use fewer terms and exact ones, such as status:COMPLETED.`,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  async #readBefore<T>(stop: AbortSignal, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { pool, cancel } = this.#options;
    const client = await connectBefore(stop, pool.pool);
    // When it fails, the statement ends by its own timeout.
    const onStop = () => void cancel(pool.backendOf(client)).catch(() => {});
    stop.addEventListener('abort', onStop, { once: true });
    try {
      this.#clients.of(client).stop = stop;
      return await work(this.#sessionOf(client));
    } finally {
      stop.removeEventListener('abort', onStop);
      // A late cancellation must not reach the next request.
      client.release(stop.aborted);
    }
  }

  #sessionOf(client: PoolClient): Kysely<Tables> {
    const known = this.#sessions.get(client) ?? bind<Tables>(this.#clients.of(client));
    this.#sessions.set(client, known);
    return known;
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

function bind<Tables>(client: PreparedClient): Kysely<Tables> {
  const held = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => held, end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
