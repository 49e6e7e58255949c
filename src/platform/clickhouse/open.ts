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
import { isOfServer, notWhole } from './errors.ts';
import { Pinger } from './pinger.ts';
import { bindParameters, converterOf, type Convert } from './values.ts';
import { Watch } from './watch.ts';

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

/** Callers bring their own signals: this only ends requests that have been forgotten. */
const LONGEST_REQUEST_MS = 3_600_000;

/** Of every statement, whatever the profile of the user says. */
const ALWAYS: ClickHouseSettings = {
  // Rows of a shard that is away are missed, and not left out.
  skip_unavailable_shards: 0,
  // The statement of a process that was killed ends as well.
  max_execution_time: LONGEST_REQUEST_MS / 1000,
  // Whatever exceeds a limit is an error, and not the first part of the rows.
  timeout_overflow_mode: 'throw',
  timeout_overflow_mode_leaf: 'throw',
  read_overflow_mode: 'throw',
  read_overflow_mode_leaf: 'throw',
  result_overflow_mode: 'throw',
  group_by_overflow_mode: 'throw',
  sort_overflow_mode: 'throw',
  set_overflow_mode: 'throw',
  join_overflow_mode: 'throw',
  distinct_overflow_mode: 'throw',
  transfer_overflow_mode: 'throw',
};

/** Of a statement whose answer says how it ended: the server sends nothing before it has everything. */
const WHOLE: ClickHouseSettings = { ...ALWAYS, wait_end_of_query: 1 };

const READING: ClickHouseSettings = {
  ...ALWAYS,
  // With these, the SQL that DuckDB takes means the same here.
  join_use_nulls: 1,
  cast_keep_nullable: 1,
  prefer_column_name_to_alias: 1,
  join_default_strictness: 'ALL',
  transform_null_in: 0,
  aggregate_functions_null_for_empty: 0,
  count_distinct_implementation: 'uniqExact',
  // A subquery over all shards is computed once, and not on each shard over its own rows.
  distributed_product_mode: 'global',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  date_time_output_format: 'simple',
  // What fails between the rows is an error, and not the last row.
  http_write_exception_in_output_format: 0,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Ending a statement is a courtesy: it ends by itself as well. */
const KILL_TIMEOUT_MS = 2_000;

const ROWS = 'JSONCompactEachRowWithNamesAndTypes';

export type Clickhouse = Pick<ClickhouseNode, keyof ClickhouseNode>;

export function openClickhouse(options: ClickhouseOptions): Clickhouse {
  return new ClickhouseNode(options);
}

class ClickhouseNode {
  readonly #client: ReturnType<typeof createClient>;
  readonly #pinger: Pinger;
  /** Has connections of its own, so that ending a statement does not take one from those that run. */
  readonly #killer: ReturnType<typeof createClient>;

  constructor({ url, username, password, database, connections }: ClickhouseOptions) {
    const options = {
      url,
      username,
      password,
      database,
      application: 'quaestor',
      use_multipart_params_auto: true,
      log: { level: ClickHouseLogLevel.OFF },
    };
    this.#client = createClient({
      ...options,
      max_open_connections: connections,
      request_timeout: LONGEST_REQUEST_MS,
    });
    this.#pinger = new Pinger(new URL(url).host, options);
    this.#killer = createClient({ ...options, max_open_connections: 2, request_timeout: KILL_TIMEOUT_MS });
  }

  async query<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    { signal }: StatementOptions = {},
  ): Promise<T[]> {
    const rows: T[] = [];
    // An error is never taken for the end of the rows.
    for await (const block of this.#rows<T>(sql, parameters, signal, WHOLE)) rows.push(...block);
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
    await this.#onServer(signal, (abort_signal) =>
      this.#client.command({
        query: sql,
        abort_signal,
        clickhouse_settings: { ...WHOLE, ...settings },
      }),
    );
  }

  /** Inserts the rows of a Parquet file, whose columns have the names of the table's. */
  async insertFile(
    table: string,
    path: string,
    { signal }: StatementOptions = {},
    settings: ClickHouseSettings = {},
  ): Promise<void> {
    await this.#onServer(signal, (abort_signal) =>
      this.#client.insert({
        table,
        values: createReadStream(path),
        format: 'Parquet',
        abort_signal,
        clickhouse_settings: {
          ...WHOLE,
          ...settings,
          max_partitions_per_insert_block: '0',
          // Rows are in the table when the insert has ended, and not in a buffer.
          async_insert: 0,
        },
      }),
    );
  }

  /** Writes the rows of a select to a Parquet file. */
  async saveFile(select: string, path: string, { signal }: StatementOptions = {}): Promise<void> {
    await this.#onServer(signal, async (abort_signal) => {
      const { stream } = await this.#client.exec({
        query: `${select} format Parquet`,
        abort_signal,
        clickhouse_settings: {
          ...WHOLE,
          output_format_parquet_string_as_string: 1,
          cancel_http_readonly_queries_on_client_close: 1,
        },
      });
      await pipeline(stream, createWriteStream(path), { signal: abort_signal });
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#pinger.close(), this.#killer.close()]);
  }

  async *#rows<T extends object>(
    sql: string,
    parameters: readonly Parameter[],
    signal: AbortSignal | undefined,
    settings: ClickHouseSettings,
  ): AsyncGenerator<T[], void, undefined> {
    const query_id = randomUUID();
    const watch = new Watch(this.#pinger, signal);
    let mayRun = false;
    try {
      const stream = await watch.run(async (abort_signal) => {
        mayRun = true;
        const result = await this.#client.query({
          ...bindParameters(sql, parameters),
          query_id,
          format: ROWS,
          abort_signal,
          clickhouse_settings: { ...READING, ...settings },
        });
        return result.stream<unknown[]>();
      });
      // Once the first row is there, the client does not listen to the signal any more.
      const cancel = (): unknown => stream.destroy(watch.signal.reason as Error);
      watch.signal.addEventListener('abort', cancel, { once: true });
      try {
        const blocks: AsyncIterator<readonly Line[], void> = stream[Symbol.asyncIterator]();
        let names: readonly string[] | undefined;
        let converters: readonly Convert[] | undefined;
        for (;;) {
          const block = await watch.guard(() => blocks.next());
          if (block.done === true) break;
          const rows: T[] = [];
          for (const line of block.value) {
            const cells = line.json<unknown[]>();
            if (cells.length !== (names ?? cells).length) throw new SyntaxError('A row lacks cells.');
            if (names === undefined) names = cells as string[];
            else if (converters === undefined) converters = (cells as string[]).map(converterOf);
            else rows.push(toRow(names, converters, cells) as T);
          }
          if (rows.length > 0) yield rows;
        }
        // An answer without rows has them too.
        if (converters === undefined) throw new SyntaxError('There are no columns.');
        mayRun = false;
      } finally {
        watch.signal.removeEventListener('abort', cancel);
        stream.destroy();
      }
    } catch (error) {
      if (isOfServer(error)) mayRun = false;
      if (error instanceof SyntaxError) throw notWhole(error, this.#pinger.server);
      throw error;
    } finally {
      watch.end();
      if (mayRun) void this.#kill(query_id);
    }
  }

  /** Ends a statement whose caller has left: the server is slow to notice that a connection was closed. */
  async #kill(queryId: string): Promise<void> {
    const query = `kill query where query_id = '${queryId}' async`;
    const abort_signal = AbortSignal.timeout(KILL_TIMEOUT_MS);
    await this.#killer.command({ query, abort_signal }).catch(() => {});
  }

  async #onServer<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const watch = new Watch(this.#pinger, signal);
    try {
      return await watch.run(work);
    } finally {
      watch.end();
    }
  }
}

const toRow = (names: readonly string[], converters: readonly Convert[], cells: readonly unknown[]): Row =>
  Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', converters[index]?.(cell) ?? null]));
