import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Sql } from 'postgres';
import type { Held, Pool } from './pool.ts';
import { ONCE_MARK } from './once.ts';

/** Kysely over the pool: a lone statement shares a connection, a transaction and a stream hold one. */
export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PoolDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PoolConnection(this.#pool);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    await (connection as PoolConnection).hold();
    await connection.executeQuery(CompiledQuery.raw(`begin${level}${access}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** Always succeeds: the server rolls back by itself what it can no longer be told to. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection
      .executeQuery(CompiledQuery.raw('rollback'))
      .catch(() => (connection as PoolConnection).discard());
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PoolConnection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.close();
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #pool: Pool;
  #held: Held | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async hold(): Promise<void> {
    this.#held = await this.#pool.hold();
  }

  release(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  discard(): void {
    this.#held?.discard();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await (this.#held
      ? send(this.#held.sql, query)
      : this.#pool.share((sql) => send(sql, query)));
    return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const held = this.#held ?? (await this.#pool.hold());
    try {
      for await (const rows of send(held.sql, query).cursor(chunkSize)) {
        yield { rows: rows as unknown as R[] };
      }
    } finally {
      if (held !== this.#held) held.release();
    }
  }
}

/** Statements with parameters are prepared once per connection, but for those that say that they come only once. */
function send(sql: Sql, query: CompiledQuery) {
  const prepare = query.parameters.length > 0 && !query.sql.startsWith(`select ${ONCE_MARK}`);
  return sql.unsafe(query.sql, [...query.parameters] as never[], { prepare });
}
