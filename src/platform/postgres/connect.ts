import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { ClientBase } from 'pg';
import { readAddress } from './address.ts';
import { lend } from './lend.ts';
import { openPool } from './pool.ts';

/**
 * The tables, as each module's `store.ts` declares them:
 * `declare module '../postgres/connect.ts' { interface Tables { credential: CredentialTable } }`.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- modules add to it
export interface Tables {}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface DatabaseOptions {
  url: string;
  /** Connections of this process's pool. */
  poolSize: number;
  statementTimeoutMs: number;
  /** Shown by `pg_stat_activity`. */
  applicationName: string;
  /** How long a request may wait for a connection; by default 10 s. */
  waitMs?: number | undefined;
}

export interface PoolGauge {
  readonly busy: number;
  readonly idle: number;
  /** Requests that wait because all connections are in use. */
  readonly waiting: number;
}

export interface Database {
  readonly db: Db;
  readonly url: string;
  /**
   * Lends a connection of the pool for what a query builder cannot say, such as COPY. What is done to its
   * session, a transaction or a setting, is to be undone; when `use` fails, the connection is closed.
   */
  session<T>(use: (client: ClientBase) => Promise<T>): Promise<T>;
  gauge(): PoolGauge;
  close(): Promise<void>;
}

export function connect({ url, poolSize, ...options }: DatabaseOptions): Database {
  const { pool, close } = openPool({ address: readAddress(url), size: poolSize, ...options });
  const lending = { connect: async () => lend(await pool.connect()), end: close };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lending }) }),
    url,
    session: async (use) => {
      const client = await pool.connect();
      try {
        const result = await use(client);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    gauge: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close,
  };
}
