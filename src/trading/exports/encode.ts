import { encodeParquet, type ParquetOptions } from './parquet.ts';
import type { Format } from './schema.ts';

type Blocks = AsyncIterable<Uint8Array>;

interface EncodeOptions extends ParquetOptions {
  readonly format: Format;
}

/** Makes the file of what the database has copied. */
export function encode(options: EncodeOptions, rows: Blocks): Blocks {
  if (options.format === 'CSV') return rows;
  return options.format === 'JSON' ? encodeJson(rows) : encodeParquet(options, rows);
}

/** Every row comes with a comma before it, of which the first is one too many. */
async function* encodeJson(rows: Blocks): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from('[\n');
  let isFirst = true;
  for await (const block of rows) {
    yield isFirst ? block.subarray(1) : block;
    isFirst &&= block.length === 0;
  }
  yield Buffer.from(']\n');
}
