import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { utils, write } from '@e965/xlsx';
import { makeFolder, removeFolder } from '../../../src/testing/folder.ts';

export type Cell = string | number | Date;

/** A workbook whose only sheet has these rows. Its dates have no zone, as in every workbook; they are written as UTC. */
export function workbookOf(rows: readonly (readonly Cell[])[]): Buffer {
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => [...row]),
    { UTC: true, dateNF: 'm/d/yy h:mm' },
  );
  return write(utils.book_new(sheet), { type: 'buffer' }) as Buffer;
}

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
