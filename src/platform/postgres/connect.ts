import { Kysely, type Transaction } from 'kysely';
import postgres, { type Sql } from 'postgres';
import { postgresDialect } from './dialect.ts';

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
  /** The driver itself, for what a query builder cannot say: LISTEN, COPY, cursors. */
  readonly sql: Sql;
  readonly url: string;
  close(): Promise<void>;
}

export function connect(options: DatabaseOptions): Database {
  const sql = postgres(options.url, {
    max: options.poolSize,
    connect_timeout: 10,
    idle_timeout: 300,
    max_lifetime: 60 * 60,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
    },
  });
  const db = new Kysely<Tables>({ dialect: postgresDialect(sql) });
  return { db, sql, url: options.url, close: () => sql.end({ timeout: 5 }) };
}
