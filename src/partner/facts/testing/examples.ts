import { join } from 'node:path';
import { put, textSource, type FactRow } from '../../testing/facts.ts';
import { type Kind, KINDS } from '../kinds/index.ts';
import type { Source } from '../intake/index.ts';
import { columnType, quote } from '../store/index.ts';
import type { FactsContext } from '../handle/index.ts';

/** The row that the documentation of a kind shows. */
export const exampleOf = (kind: Kind): FactRow =>
  Object.fromEntries(Object.entries(kind.fields).map(([name, { example }]) => [name, example]));

/** The partners whom the examples of other partners refer to. */
const BEFORE: readonly FactRow[] = [{ partner_uid: 'P1000' }, { partner_uid: 'P1002' }];

/** Takes in the example of every kind, one after the other as they are listed. */
export async function putExamples(context: FactsContext): Promise<void> {
  await put(context, 'partners', ...BEFORE);
  for (const kind of KINDS) await put(context, kind.name, exampleOf(kind));
}

/** A row under a header; a null is an empty cell. */
export function csvSource(row: FactRow): Source {
  const cells = Object.values(row).map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`);
  return textSource(`${Object.keys(row).join(',')}\n${cells.join(',')}\n`, 'csv');
}

/** A row in a file whose columns have the types of the kind's table. */
export async function parquetSource(context: FactsContext, kind: Kind, row: FactRow): Promise<Source> {
  const columns = Object.entries(kind.fields).map(([name, { type }]) => {
    const value = row[name] ?? null;
    return `cast(${value === null ? 'null' : quote(String(value))} as ${columnType(type)}) as ${name}`;
  });
  return selectToParquet(context, `select ${columns.join(', ')}`);
}

/** The rows of a select in a file, with the columns and types that it gives them. */
export async function selectToParquet(
  { facts }: FactsContext,
  sql: string,
): Promise<{ format: 'parquet'; path: string }> {
  const path = join(facts.spillFolder, 'test.parquet');
  await facts.database.write((session) => session.run(`copy (${sql}) to ${quote(path)} (format parquet)`));
  return { format: 'parquet', path };
}
