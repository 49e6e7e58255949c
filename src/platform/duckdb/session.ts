import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { fromDuckdb, toDuckdb, type Parameter, type Row } from './values.ts';

const INTERRUPT_EVERY_MS = 20;
const PROGRESS_EVERY_MS = 250;
/** The engine measures progress only for its own bar, which is not to be printed. */
const MEASURE_PROGRESS =
  'set enable_progress_bar = true; set enable_progress_bar_print = false; set progress_bar_time = 0';

export interface RunOptions {
  /** Stops the statement, and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called several times a second with the part of the statement that is done, from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Part of a statement in the form of `json_serialize_sql`. */
export type SyntaxTree =
  | string
  | number
  | boolean
  | null
  | readonly SyntaxTree[]
  | { readonly [name: string]: SyntaxTree };

export interface Parsed {
  readonly statements?: readonly SyntaxTree[];
  /** Why there are no statements. */
  readonly error_message?: string;
}

/** One connection. Statements on it run one after the other and share its temporary tables. */
export class Session {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Runs one statement or several, and answers how many rows the last one changed. */
  async run(sql: string, options: RunOptions = {}): Promise<number> {
    return this.#watch(options, async () => (await this.#connection.run(sql)).rowsChanged);
  }

  async query<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    return this.#watch(options, async () => {
      // Without parameters it goes to the engine in one step instead of four.
      const given = parameters.length === 0 ? undefined : parameters.map(toDuckdb);
      const reader = await this.#connection.runAndReadAll(sql, given);
      return reader.convertRowObjects(fromDuckdb) as T[];
    });
  }

  /** What the engine's own parser makes of one or several statements. */
  async parse(sql: string): Promise<Parsed> {
    const [row] = await this.query<{ tree: string }>(
      'select json_serialize_sql(cast($1 as varchar)) as tree',
      [sql],
    );
    return JSON.parse(row?.tree ?? '{}') as Parsed;
  }

  /** The rows in blocks of about two thousand. A block that is let go is freed, so memory stays flat. */
  async *stream<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): AsyncGenerator<T[], void, undefined> {
    const result: DuckDBResult = await this.#watch(options, () =>
      this.#connection.stream(sql, parameters.map(toDuckdb)),
    );
    const names = result.deduplicatedColumnNames();
    for (;;) {
      const chunk = await this.#watch(options, () => result.fetchChunk());
      if (!chunk || chunk.rowCount === 0) return;
      yield chunk
        .convertRows(fromDuckdb)
        .map((row) =>
          Object.fromEntries(row.map((value, index) => [names[index] ?? '', value] as const)),
        ) as T[];
    }
  }

  /** Writes the rows of a select into a file, which `viewRows` reads. */
  async saveRows(select: string, path: string, options: RunOptions = {}): Promise<void> {
    const form = 'format parquet, parquet_version v2, row_group_size 20480';
    await this.run(`copy (${select}) to ${quote(path)} (${form})`, options);
  }

  /** Gives the rows of a file a name, as long as the session and the file last. */
  async viewRows(path: string, name: string): Promise<void> {
    await this.run(`create temp view ${name} as from read_parquet(${quote(path)})`);
  }

  /** All of it or, when `work` rejects, nothing of it. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('begin');
    try {
      const outcome = await work();
      await this.run('commit');
      return outcome;
    } catch (error) {
      // A failed commit has rolled back already, and then there is nothing to roll back.
      await this.run('rollback').catch(() => {});
      throw error;
    }
  }

  close(): void {
    this.#connection.closeSync();
  }

  async #watch<T>({ signal, onProgress }: RunOptions, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (onProgress) await this.#connection.run(MEASURE_PROGRESS);
    // An interrupt that comes before the statement has begun is lost, so it is repeated until the end.
    let interrupting: NodeJS.Timeout | undefined;
    const interrupt = () => {
      this.#connection.interrupt();
      interrupting ??= setInterval(() => this.#connection.interrupt(), INTERRUPT_EVERY_MS);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    const report = (): void => {
      const { percentage } = this.#connection.progress;
      // Between statements it is negative.
      if (percentage >= 0) onProgress?.(percentage / 100);
    };
    const reporting = onProgress && setInterval(report, PROGRESS_EVERY_MS);
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      clearInterval(interrupting);
      clearInterval(reporting);
    }
  }
}

const quote = (path: string): string => `'${path.replaceAll("'", "''")}'`;
