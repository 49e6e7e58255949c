import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { fromDuckdb, toDuckdb, type Parameter, type Row } from './values.ts';

const INTERRUPT_EVERY_MS = 20;
const PROGRESS_EVERY_MS = 250;
/** DuckDB measures progress only with its progress bar enabled, which is not printed. */
const MEASURE_PROGRESS =
  'set enable_progress_bar = true; set enable_progress_bar_print = false; set progress_bar_time = 0';

export interface RunOptions {
  /** Interrupts the statement; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called several times a second with the completed fraction, from 0 to 1. */
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

  /** Runs one or more statements and returns how many rows the last one changed. */
  async run(sql: string, options: RunOptions = {}): Promise<number> {
    return this.#watch(options, async () => (await this.#connection.run(sql)).rowsChanged);
  }

  async query<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    return this.#watch(options, async () => {
      // Without parameters this takes one call of the engine instead of four.
      const given = parameters.length === 0 ? undefined : parameters.map(toDuckdb);
      const reader = await this.#connection.runAndReadAll(sql, given);
      return reader.convertRowObjects(fromDuckdb) as T[];
    });
  }

  /** Parses one or more statements with DuckDB's own parser. */
  async parse(sql: string): Promise<Parsed> {
    const [row] = await this.query<{ tree: string }>(
      'select json_serialize_sql(cast($1 as varchar)) as tree',
      [sql],
    );
    return JSON.parse(row?.tree ?? '{}') as Parsed;
  }

  /** Yields the rows in blocks of about two thousand, so that memory use stays constant. */
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

  /** Writes the rows of a select to a file for `viewRows`. */
  async saveRows(select: string, path: string, options: RunOptions = {}): Promise<void> {
    const form = 'format parquet, parquet_version v2, row_group_size 20480';
    await this.run(`copy (${select}) to ${quote(path)} (${form})`, options);
  }

  /** Creates a view of the rows of a file for this session. */
  async viewRows(path: string, name: string): Promise<void> {
    await this.run(`create temp view ${name} as from read_parquet(${quote(path)})`);
  }

  /** Commits the work, or rolls it back if it rejects. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('begin');
    try {
      const outcome = await work();
      await this.run('commit');
      return outcome;
    } catch (error) {
      // A failed commit has already rolled back.
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
    // DuckDB ignores an interrupt before the statement starts, so it is repeated until the end.
    let interrupting: NodeJS.Timeout | undefined;
    const interrupt = () => {
      this.#connection.interrupt();
      interrupting ??= setInterval(() => this.#connection.interrupt(), INTERRUPT_EVERY_MS);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    const report = (): void => {
      const { percentage } = this.#connection.progress;
      // Negative between statements.
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
