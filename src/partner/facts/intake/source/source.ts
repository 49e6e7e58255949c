import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../../../kernel/index.ts';
import type { TableFormat } from './table-format.ts';

export interface FileSource {
  readonly format: 'parquet' | 'xlsx';
  readonly path: string;
  /** A source with more rows is refused. */
  readonly maxLines?: number | undefined;
  readonly tableFormat?: TableFormat | undefined;
}

/** Where a batch of facts comes from. */
export type Source =
  | {
      readonly format: 'ndjson' | 'csv';
      readonly bytes: AsyncIterable<Uint8Array>;
      /** How much of it was read, from 0 to 1, if known. */
      readonly progress?: () => number;
      /** A source with more lines is refused. */
      readonly maxLines?: number | undefined;
      readonly tableFormat?: TableFormat | undefined;
    }
  | FileSource
  /** A select whose columns are fields, for facts generated inside the engine. */
  | { readonly format: 'select'; readonly sql: string };

const FORMATS: readonly [RegExp, 'ndjson' | 'csv' | 'parquet' | 'xlsx'][] = [
  [/\.(ndjson|jsonl)(\.gz)?$/i, 'ndjson'],
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.parquet$/i, 'parquet'],
  [/\.xlsx$/i, 'xlsx'],
];
const READ_BYTES = 1 << 18;

/** The format that the name of a local file ends with, and its size. */
export async function checkFile(path: string) {
  const [ending, format] = FORMATS.find(([pattern]) => pattern.test(path)) ?? [];
  if (!ending || !format) {
    throw new Problem(
      'validation_failed',
      `${path} must end with .ndjson, .jsonl, .csv (each also with .gz), .parquet or .xlsx.`,
    );
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new Problem('not_found', `There is no file ${path}.`);
  return { format, ending: (ending.exec(path)?.[0] ?? '').toLowerCase(), bytes: found.size };
}

/** A local file, in the format that its name ends with. */
export async function fileSource(path: string): Promise<Source> {
  const { format, bytes: size } = await checkFile(path);
  if (format === 'parquet' || format === 'xlsx') return { format, path };
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES });
  return {
    format,
    bytes: /\.gz$/i.test(path) ? gunzip(bytes) : bytes,
    progress: () => bytes.bytesRead / size,
  };
}

export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const unzip = createGunzip({ chunkSize: READ_BYTES });
  // Errors are thrown by the iteration below.
  pipeline(bytes, unzip, () => {});
  try {
    yield* unzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    const fault = code === 'Z_BUF_ERROR' ? 'ends too early: send it whole' : 'is damaged: pack it again';
    throw new Problem('validation_failed', `The gzip stream ${fault}.`, { cause: error });
  }
}

/** Facts that are at hand, as NDJSON. */
export function rowsSource(rows: readonly object[]): Extract<Source, { bytes: unknown }> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return { format: 'ndjson', bytes: Readable.from([Buffer.from(text)]) };
}

/** Passes bytes on until there are too many of them. */
export async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > maxBytes) {
      throw new Problem('payload_too_large', `A batch has at most ${maxBytes} bytes, after unpacking too.`);
    }
    yield chunk;
  }
}
