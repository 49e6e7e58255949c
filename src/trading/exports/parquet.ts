import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDuckdb } from '../../platform/duckdb/index.ts';
import type { ColumnKind, ExportType } from './types/index.ts';

export interface ParquetOptions {
  readonly type: ExportType;
  /** The folder for rows until they are converted to columns. */
  readonly folder: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The widest decimal of Parquet, with the largest scale of amounts. */
const DECIMAL = 'DECIMAL(38, 18)';

const TYPES: Record<ColumnKind, string> = {
  text: 'VARCHAR',
  code: 'VARCHAR',
  decimal: DECIMAL,
  integer: 'BIGINT',
  time: 'TIMESTAMPTZ',
  json: 'VARCHAR',
};

const MEMORY_BYTES = 64 * 1024 * 1024;
/** Longer than any row whose content arrived in request bodies. */
const LONGEST_ROW = 8 * 1024 * 1024;
/** The limits of a row group: rows are buffered in memory up to this count or size. */
const ROW_GROUP = 8192;
const ROW_GROUP_BYTES = 4 * 1024 * 1024;
/**
 * DuckDB reads rows in batches of thousands and bounds their bytes only at the end of a file: with files of this size,
 * long rows need no more memory than short ones.
 */
const PART_BYTES = 4 * 1024 * 1024;

/** A row group is written only when its rows are complete, so rows pass through temporary files of CSV. */
export async function* encodeParquet(
  { type, folder, key, signal }: ParquetOptions,
  blocks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const place = join(folder, key);
  const parquet = join(place, 'rows.parquet');
  await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    const parts = await writeParts(place, blocks);
    await convert(type, parts, parquet, place, signal);
    yield* createReadStream(parquet, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function writeParts(folder: string, blocks: AsyncIterable<Uint8Array>): Promise<string[]> {
  let part = join(folder, '0.csv');
  const parts = [part];
  let bytes = 0;
  let isQuoted = false;
  await writeFile(part, '');
  for await (const block of blocks) {
    const { rowEnd, endsQuoted } = findRowEnd(block, isQuoted);
    isQuoted = endsQuoted;
    const isFull = rowEnd !== undefined && bytes + block.length > PART_BYTES;
    await appendFile(part, isFull ? block.subarray(0, rowEnd) : block);
    bytes += block.length;
    if (!isFull) continue;
    part = join(folder, `${parts.length}.csv`);
    parts.push(part);
    await writeFile(part, block.subarray(rowEnd));
    bytes = block.length - rowEnd;
  }
  return parts;
}

const QUOTE = 34;
const LINE_BREAK = 10;

/** The end of the first row, and whether the block ends within quotes, where a line break belongs to a value. */
function findRowEnd(block: Uint8Array, beginsQuoted: boolean) {
  let isQuoted = beginsQuoted;
  let rowEnd: number | undefined;
  for (let at = 0; ;) {
    const quote = block.indexOf(QUOTE, at);
    const end = quote < 0 ? block.length : quote;
    if (!isQuoted && rowEnd === undefined) {
      const found = block.subarray(at, end).indexOf(LINE_BREAK);
      if (found >= 0) rowEnd = at + found + 1;
    }
    if (quote < 0) return { rowEnd, endsQuoted: isQuoted };
    isQuoted = !isQuoted;
    at = quote + 1;
  }
}

async function convert(
  { columns }: ExportType,
  parts: readonly string[],
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
    await duckdb.write(async (session) => {
      // Only this setting bounds row groups in bytes. A single thread that reads file by file preserves the order.
      await session.run('set preserve_insertion_order = false');
      await session.run(
        `copy (from read_csv([${parts.map(quote).join(', ')}], header = false, auto_detect = false, new_line = '\\n', delim = ',', quote = '"',
          escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = ${LONGEST_ROW}, buffer_size = ${LONGEST_ROW}, parallel = false,
          columns = {${types.join(', ')}}))
        to ${quote(parquet)} (format parquet, compression zstd, row_group_size ${ROW_GROUP},
          row_group_size_bytes ${ROW_GROUP_BYTES})`,
        { signal },
      );
    });
  } finally {
    await duckdb.close();
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
