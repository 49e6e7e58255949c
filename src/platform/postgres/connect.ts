import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { Problem } from '../../kernel/index.ts';
import { readAddress } from './address.ts';
import { explainOutage } from './failure.ts';
import { openPool } from './pool.ts';
import { PreparedClients } from './prepared-client.ts';
import { Reader } from './reader.ts';

const READ_BUDGET_MS = 5_000;
/** For so long after a statement found the disk full, the server is not taken for healthy: reading does not show it. */
const DISK_FAULT_MS = 5_000;

const unavailable = (error: unknown): Problem => new Problem('unavailable', explainOutage(error));

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
  /** Connections of this process for everything but lists. */
  poolSize: number;
  /** Connections for lists; by default half as many. */
  readPoolSize?: number | undefined;
  /** How long reading a list may take; by default 5 s. */
  readBudgetMs?: number | undefined;
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
   * Gives a connection of the pool for what a query builder cannot say, such as COPY. What is done to its
   * session, a transaction or a setting, is to be undone; when `use` fails, the connection is closed.
   */
  session<T>(use: (client: ClientBase) => Promise<T>): Promise<T>;
  /** Rejects, with the reason, while the server cannot be written to. */
  check(): Promise<void>;
  gauge(): PoolGauge;
  /** Of the connections for lists. */
  readGauge(): PoolGauge;
  close(): Promise<void>;
}

/** Knows the connections for lists, see `readWithin`, and what is made once for it, see `partOf`. */
export class PooledDb extends Kysely<Tables> {
  readonly reader: Reader<Tables>;
  readonly parts = new Map<unknown, unknown>();

  constructor(dialect: PostgresDialect, reader: Reader<Tables>) {
    super({ dialect });
    this.reader = reader;
  }
}

export function connect(options: DatabaseOptions): Database {
  const { url, poolSize, applicationName, statementTimeoutMs, waitMs } = options;
  const { readPoolSize = Math.ceil(poolSize / 2), readBudgetMs = READ_BUDGET_MS } = options;
  const address = readAddress(url);
  const main = openPool({ address, size: poolSize, applicationName, statementTimeoutMs, waitMs });
  const reads = openPool({
    address,
    size: readPoolSize,
    applicationName: `${applicationName}: lists`,
    statementTimeoutMs: Math.min(statementTimeoutMs, readBudgetMs),
  });
  const close = async () => void (await Promise.all([main.close(), reads.close()]));
  const clients = new PreparedClients();
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => {
        const client = clients.of(await main.pool.connect());
        client.onDiskFault = (error) => (fault = { error, atMs: performance.now() });
        return client;
      },
      end: close,
    },
  });
  let fault: { readonly error: unknown; readonly atMs: number } | undefined;
  const reader = new Reader<Tables>({
    pool: reads,
    size: readPoolSize,
    budgetMs: readBudgetMs,
    cancel: (backend) => sql`select pg_cancel_backend(${backend})`.execute(db),
  });
  const db = new PooledDb(dialect, reader);
  return {
    db,
    url,
    session: async (use) => {
      const client = await main.pool.connect();
      try {
        const result = await use(client);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    check: async () => {
      if (fault && performance.now() - fault.atMs < DISK_FAULT_MS) throw unavailable(fault.error);
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db);
      if (rows[0]?.isReadOnly) throw unavailable({ code: '25006' });
    },
    gauge: () => gaugeOf(main.pool),
    readGauge: () => gaugeOf(reads.pool),
    close,
  };
}

const gaugeOf = ({ totalCount, idleCount, waitingCount }: Pool): PoolGauge => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
