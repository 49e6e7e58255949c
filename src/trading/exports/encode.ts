import { encodeParquet, type ParquetOptions } from './parquet.ts';
import type { Format } from './schema.ts';

type Blocks = AsyncIterable<Uint8Array>;

interface EncodeOptions extends ParquetOptions {
  readonly format: Format;
}

/** Encodes copied rows as a file. */
export function encode(options: EncodeOptions, rows: Blocks): Blocks {
  if (options.format === 'CSV') return rows;
  return options.format === 'JSON' ? encodeJson(rows) : encodeParquet(options, rows);
}

/** Every row starts with a comma; the first comma is dropped. */
async function* encodeJson(rows: Blocks): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from('[\n');
  let isFirst = true;
  for await (const block of rows) {
    yield isFirst ? block.subarray(1) : block;
    isFirst &&= block.length === 0;
  }
  yield Buffer.from(']\n');
}
