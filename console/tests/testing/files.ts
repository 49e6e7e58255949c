import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { xlsxFile } from '../../../src/partner/requests/index.ts';
import { makeFolder, removeFolder } from '../../../src/testing/folder.ts';

export type Cell = string | number | Date;

/** A workbook whose only sheet has these rows. Its dates have no zone, as in every workbook; they are written as UTC. */
export const workbookOf = (rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  buffer(xlsxFile(Readable.from([rows]), new Map()));

/** A Parquet file with the rows of a select, in the types that it gives them. */
export async function parquetOf(sql: string): Promise<Buffer> {
  const folder = makeFolder();
  const path = join(folder, 'rows.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    await connection.run(`copy (${sql}) to '${path}' (format parquet)`);
    connection.closeSync();
    return readFileSync(path);
  } finally {
    instance.closeSync();
    await removeFolder(folder);
  }
}
