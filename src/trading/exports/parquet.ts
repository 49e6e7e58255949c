import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDuckdb } from '../../platform/duckdb/index.ts';
import type { ColumnKind, ExportType } from './types/index.ts';

export interface ParquetOptions {
  readonly type: ExportType;
  /** Where the rows are kept until they are in columns, in a folder of this name. */
  readonly folder: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The widest decimal there is in Parquet, with the most decimals an amount can have. */
const DECIMAL = 'DECIMAL(38, 18)';

const TYPES: Record<ColumnKind, string> = {
  text: 'VARCHAR',
  code: 'VARCHAR',
  decimal: DECIMAL,
  integer: 'BIGINT',
  time: 'TIMESTAMPTZ',
  json: 'VARCHAR',
};

const MEMORY_BYTES = 96 * 1024 * 1024;
/** Longer than any row whose parts came in the bodies of requests. */
const LONGEST_ROW = 8 * 1024 * 1024;
/** Rows that are held in memory until they are written, in columns. */
const ROW_GROUP = 8192;

/** Columns can only be written when their rows are there, so rows go through a file of their own. */
export async function* encodeParquet(
  { type, folder, key, signal }: ParquetOptions,
  rows: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const place = join(folder, key);
  const [csv, parquet] = [join(place, 'rows.csv'), join(place, 'rows.parquet')];
  await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    await writeFile(csv, rows);
    await convert(type, csv, parquet, place, signal);
    yield* createReadStream(parquet, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function convert(
  { columns }: ExportType,
  csv: string,
  parquet: string,
  spillFolder: string,
  signal: AbortSignal,
): Promise<void> {
  const types = Object.entries(columns).map(([name, { kind }]) => `${quote(name)}: ${quote(TYPES[kind])}`);
  const duckdb = await openDuckdb({
    path: ':memory:',
    threads: 1,
    memoryLimitBytes: MEMORY_BYTES,
    spillFolder,
    readers: 1,
  });
  try {
    await duckdb.write((session) =>
      session.run(
        `copy (from read_csv(${quote(csv)}, header = true, auto_detect = false, new_line = '\\n', delim = ',', quote = '"',
          escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = ${LONGEST_ROW}, buffer_size = ${LONGEST_ROW}, parallel = false,
          columns = {${types.join(', ')}}))
        to ${quote(parquet)} (format parquet, compression zstd, row_group_size ${ROW_GROUP})`,
        { signal },
      ),
    );
  } finally {
    await duckdb.close();
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
