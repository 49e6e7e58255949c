import type { Duckdb, Session } from '../../../platform/duckdb/index.ts';
import { quote } from './tables.ts';

const FORM = 'format parquet, compression zstd, parquet_version v2';

/** Writes the rows of a select into the file of an object, and returns their number. */
export const saveObject = (session: Session, select: string, path: string): Promise<number> =>
  session.run(`copy (${select}) to ${quote(path)} (${FORM})`);

/** Writes the rows of several files into one, in their order, and returns their number. */
export async function mergeObjects(
  database: Duckdb,
  paths: readonly string[],
  path: string,
): Promise<number> {
  const files = `read_parquet([${paths.map(quote).join(', ')}], union_by_name = true)`;
  const [copied] = await database.query<{ Count: number }>(
    `copy (from ${files}) to ${quote(path)} (${FORM})`,
  );
  return copied?.Count ?? 0;
}
