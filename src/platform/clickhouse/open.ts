import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseSettings,
  type Row as Line,
} from '@clickhouse/client';
import type { Parameter, Row } from '../duckdb/index.ts';
import { toProblem } from './errors.ts';
import { bindParameters, converterOf, type Convert } from './values.ts';

export interface ClickhouseOptions {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** It must exist. */
  readonly database: string;
  /** The maximum number of concurrent requests; further ones wait. */
  readonly connections: number;
}

export interface StatementOptions {
  /** Stops the statement on the server too; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** With these, the SQL that DuckDB takes means the same here. */
const MEANING: ClickHouseSettings = {
  join_use_nulls: 1,
  cast_keep_nullable: 1,
  prefer_column_name_to_alias: 1,
};

const READING: ClickHouseSettings = {
  ...MEANING,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Only there to end what nobody waits for: callers bring their own signals. */
const LONGEST_REQUEST_MS = 3_600_000;

const ROWS = 'JSONCompactEachRowWithNamesAndTypes';

export type Clickhouse = Pick<ClickhouseNode, keyof ClickhouseNode>;

export function openClickhouse(options: ClickhouseOptions): Clickhouse {
  return new ClickhouseNode(options);
}

class ClickhouseNode {
  readonly #client: ReturnType<typeof createClient>;

  constructor({ url, username, password, database, connections }: ClickhouseOptions) {
    this.#client = createClient({
      url,
      username,
      password,
      database,
      application: 'quaestor',
      max_open_connections: connections,
      request_timeout: LONGEST_REQUEST_MS,
      use_multipart_params_auto: true,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async query<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    { signal }: StatementOptions = {},
  ): Promise<T[]> {
    const rows: T[] = [];
    // The server sends nothing before it has everything, so that an error is never taken for the end of the rows.
    for await (const block of this.#rows<T>(sql, parameters, signal, { wait_end_of_query: 1 }))
      rows.push(...block);
    return rows;
  }

  /** Yields the rows in blocks, so that memory use stays constant. */
  stream<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    { signal }: StatementOptions = {},
  ): AsyncGenerator<T[], void, undefined> {
    return this.#rows(sql, parameters, signal, {});
  }

  /** Runs a statement that returns nothing, to its end on the server. */
  async run(
    sql: string,
    { signal }: StatementOptions = {},
    settings: ClickHouseSettings = {},
  ): Promise<void> {
    await this.#guarded(signal, () =>
      this.#client.command({
        query: sql,
        ...(signal && { abort_signal: signal }),
        clickhouse_settings: { ...settings, wait_end_of_query: 1 },
      }),
    );
  }

  /** Inserts the rows of a Parquet file, whose columns have the names of the table's. */
  async insertFile(table: string, path: string, { signal }: StatementOptions = {}): Promise<void> {
    await this.#guarded(signal, () =>
      this.#client.insert({
        table,
        values: createReadStream(path),
        format: 'Parquet',
        ...(signal && { abort_signal: signal }),
        clickhouse_settings: { max_partitions_per_insert_block: '0', wait_end_of_query: 1 },
      }),
    );
  }

  /** Writes the rows of a select to a Parquet file. */
  async saveFile(select: string, path: string, { signal }: StatementOptions = {}): Promise<void> {
    await this.#guarded(signal, async () => {
      const { stream } = await this.#client.exec({
        query: `${select} format Parquet`,
        ...(signal && { abort_signal: signal }),
        clickhouse_settings: { wait_end_of_query: 1, output_format_parquet_string_as_string: 1 },
      });
      await pipeline(stream, createWriteStream(path));
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async *#rows<T extends object>(
    sql: string,
    parameters: readonly Parameter[],
    signal: AbortSignal | undefined,
    settings: ClickHouseSettings,
  ): AsyncGenerator<T[], void, undefined> {
    const query_id = randomUUID();
    let isRunning = true;
    try {
      const result = await this.#guarded(signal, () =>
        this.#client.query({
          ...bindParameters(sql, parameters),
          query_id,
          format: ROWS,
          ...(signal && { abort_signal: signal }),
          clickhouse_settings: { ...READING, ...settings },
        }),
      );
      const stream = result.stream<unknown[]>();
      try {
        const blocks: AsyncIterator<readonly Line[], void> = stream[Symbol.asyncIterator]();
        let names: readonly string[] | undefined;
        let converters: readonly Convert[] | undefined;
        for (;;) {
          const block = await this.#guarded(signal, () => blocks.next());
          if (block.done === true) break;
          const rows: T[] = [];
          for (const line of block.value) {
            const cells = line.json<unknown[]>();
            if (names === undefined) names = cells as string[];
            else if (converters === undefined) converters = (cells as string[]).map(converterOf);
            else rows.push(toRow(names, converters, cells) as T);
          }
          if (rows.length > 0) yield rows;
        }
        isRunning = false;
      } finally {
        stream.destroy();
      }
    } finally {
      if (isRunning) void this.#kill(query_id);
    }
  }

  /** Ends a statement that nobody waits for: the server does not notice it in time that a connection was closed. */
  async #kill(queryId: string): Promise<void> {
    await this.#client.command({ query: `kill query where query_id = '${queryId}' async` }).catch(() => {});
  }

  async #guarded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw toProblem(error);
    }
  }
}

const toRow = (names: readonly string[], converters: readonly Convert[], cells: readonly unknown[]): Row =>
  Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', converters[index]?.(cell) ?? null]));
