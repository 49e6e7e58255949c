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
import { toProblem, unreachable } from './errors.ts';
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
  // A subquery over all shards is computed once, and not on each shard over its own rows.
  distributed_product_mode: 'global',
};

const READING: ClickHouseSettings = {
  ...MEANING,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Callers bring their own signals: this only ends requests that have been forgotten. */
const LONGEST_REQUEST_MS = 3_600_000;

/** A server that takes longer to say that it is there is taken for lost. */
const PING_TIMEOUT_MS = 2_000;
/** How long the result of a ping holds. */
const PING_HOLDS_MS = 1_000;
/** How often a server is pinged while a statement waits for it. */
const WATCH_EVERY_MS = 3_000;

const ROWS = 'JSONCompactEachRowWithNamesAndTypes';

export type Clickhouse = Pick<ClickhouseNode, keyof ClickhouseNode>;

export function openClickhouse(options: ClickhouseOptions): Clickhouse {
  return new ClickhouseNode(options);
}

class ClickhouseNode {
  readonly #client: ReturnType<typeof createClient>;
  /** Has a connection of its own, so that a ping never waits for statements. */
  readonly #pinger: ReturnType<typeof createClient>;
  #ping:
    | { readonly result: ReturnType<ReturnType<typeof createClient>['ping']>; readonly at: number }
    | undefined;

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
    this.#pinger = createClient({ ...options, max_open_connections: 1, request_timeout: PING_TIMEOUT_MS });
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
    await this.#onServer(signal, (abort_signal) =>
      this.#client.command({
        query: sql,
        abort_signal,
        clickhouse_settings: { ...settings, wait_end_of_query: 1 },
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
        clickhouse_settings: { ...settings, max_partitions_per_insert_block: '0', wait_end_of_query: 1 },
      }),
    );
  }

  /** Writes the rows of a select to a Parquet file. */
  async saveFile(select: string, path: string, { signal }: StatementOptions = {}): Promise<void> {
    await this.#onServer(signal, async (abort_signal) => {
      const { stream } = await this.#client.exec({
        query: `${select} format Parquet`,
        abort_signal,
        clickhouse_settings: { wait_end_of_query: 1, output_format_parquet_string_as_string: 1 },
      });
      await pipeline(stream, createWriteStream(path));
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#pinger.close()]);
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
      const result = await this.#onServer(signal, (abort_signal) =>
        this.#client.query({
          ...bindParameters(sql, parameters),
          query_id,
          format: ROWS,
          abort_signal,
          clickhouse_settings: { ...READING, ...settings },
        }),
      );
      const stream = result.stream<unknown[]>();
      try {
        const blocks: AsyncIterator<readonly Line[], void> = stream[Symbol.asyncIterator]();
        let names: readonly string[] | undefined;
        let converters: readonly Convert[] | undefined;
        for (;;) {
          const block = await guarded(signal, () => blocks.next());
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

  /** Ends a statement whose caller has left: the server is slow to notice that a connection was closed. */
  async #kill(queryId: string): Promise<void> {
    await this.#client.command({ query: `kill query where query_id = '${queryId}' async` }).catch(() => {});
  }

  /** Finds out within a bounded time that a server is lost, even if it swallows what it is sent. */
  async #reach(): Promise<void> {
    if (!this.#ping || performance.now() - this.#ping.at > PING_HOLDS_MS)
      this.#ping = { result: this.#pinger.ping(), at: performance.now() };
    const result = await this.#ping.result;
    if (!result.success) throw unreachable(result.error);
  }

  /** Runs a statement on a server for as long as it can be reached. */
  #onServer<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return guarded(signal, async () => {
      await this.#reach();
      const lost = new AbortController();
      const watch = setInterval(() => {
        this.#reach().catch((error: unknown) => lost.abort(error));
      }, WATCH_EVERY_MS);
      try {
        return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
      } catch (error) {
        lost.signal.throwIfAborted();
        throw error;
      } finally {
        clearInterval(watch);
      }
    });
  }
}

async function guarded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw toProblem(error);
  }
}

const toRow = (names: readonly string[], converters: readonly Convert[], cells: readonly unknown[]): Row =>
  Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', converters[index]?.(cell) ?? null]));
