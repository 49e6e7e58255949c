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
import postgres, { type ReservedSql, type Sql, type UnsafeQueryOptions } from 'postgres';
import { isConnectionError } from './failure.ts';

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
    await (connection as PipeliningConnection).begin(`begin${level}${access}`);
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
  #failure: Error | undefined;
  #lost = false;

  constructor(pool: Sql) {
    this.#pool = pool;
  }

  /** Does not wait for the answer: the first statement follows at once. */
  async begin(text: string): Promise<void> {
    this.#reserved = await this.#pool.reserve();
    const options: UnsafeQueryOptions & OnExecute = { onexecute: (session) => this.#watch(session) };
    this.#reserved.unsafe(text, [], options).catch((error: Error) => this.#fail(error));
  }

  release(): void {
    // A lost session is back in the pool already, as one to be opened anew.
    if (!this.#lost) this.#reserved?.release();
    this.#reserved = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const rows = await this.#send(query);
      return { rows: rows as unknown as R[], numAffectedRows: BigInt(rows.count ?? 0) };
    } catch (error) {
      if (isConnectionError(error)) this.#fail(error as Error);
      throw error;
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    for await (const rows of this.#send(query).cursor(chunkSize)) yield { rows: rows as unknown as R[] };
  }

  #send(query: CompiledQuery) {
    if (this.#failure) throw this.#failure;
    const sql = this.#reserved ?? this.#pool;
    return sql.unsafe(query.sql, [...query.parameters] as never[], { prepare: query.parameters.length > 0 });
  }

  /**
   * When its session is lost, postgres.js would send what follows in a transaction over the next session that
   * it opens in its place, where no transaction has begun.
   */
  #watch(session: Session): true {
    Object.assign(session, { onclose: (error: Error) => this.#fail(error) });
    return true;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#lost ||= !(error instanceof postgres.PostgresError);
  }
}

/** What postgres.js hands to `onexecute`, an option that its own `begin` uses in the same way. */
interface Session {
  onclose: ((error: Error) => void) | null;
}

interface OnExecute {
  onexecute(session: Session): true;
}
