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
import type { ReservedSql, Sql } from 'postgres';

/**
 * Kysely over postgres.js. A lone query goes straight to the pool, where postgres.js pipelines it; only a
 * transaction reserves a connection. Statements are prepared once per connection.
 */
export function postgresDialect(sql: Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipeliningDriver(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipeliningDriver implements Driver {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PipeliningConnection(this.#sql);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    await (connection as PipeliningConnection).reserve();
    await connection.executeQuery(CompiledQuery.raw(`begin${level}${access}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PipeliningConnection).release();
  }

  async destroy(): Promise<void> {
    await this.#sql.end();
  }
}

class PipeliningConnection implements DatabaseConnection {
  readonly #pool: Sql;
  #reserved: ReservedSql | undefined;

  constructor(pool: Sql) {
    this.#pool = pool;
  }

  async reserve(): Promise<void> {
    this.#reserved = await this.#pool.reserve();
  }

  release(): void {
    this.#reserved?.release();
    this.#reserved = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#send(query);
    return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    for await (const rows of this.#send(query).cursor(chunkSize)) yield { rows: rows as unknown as R[] };
  }

  #send(query: CompiledQuery) {
    const sql = this.#reserved ?? this.#pool;
    return sql.unsafe(query.sql, [...query.parameters] as never[], { prepare: query.parameters.length > 0 });
  }
}
