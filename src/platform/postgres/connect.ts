import { Kysely, type Transaction } from 'kysely';
import type { Sql } from 'postgres';
import { readAddress } from './address.ts';
import { postgresDialect } from './dialect.ts';
import { Pool, type PoolGauge } from './pool.ts';

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
}

export interface Database {
  readonly db: Db;
  readonly url: string;
  /**
   * Lends a connection of the pool for what a query builder cannot say, such as COPY. What is done to its
   * session, a transaction or a setting, is to be undone; when `use` fails, the connection is closed.
   */
  session<T>(use: (sql: Sql) => Promise<T>): Promise<T>;
  gauge(): PoolGauge;
  close(): Promise<void>;
}

export function connect(options: DatabaseOptions): Database {
  const pool = new Pool({
    address: readAddress(options.url),
    size: options.poolSize,
    waitMs: 10_000,
    session: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
    },
  });
  return {
    db: new Kysely<Tables>({ dialect: postgresDialect(pool) }),
    url: options.url,
    session: async (use) => {
      const held = await pool.hold();
      try {
        const result = await use(held.sql);
        held.release();
        return result;
      } catch (error) {
        held.discard();
        throw error;
      }
    },
    gauge: () => pool.gauge(),
    close: () => pool.close(),
  };
}
