import type { Session } from '../../../platform/duckdb/index.ts';
import type { Kind } from '../kinds/index.ts';
import { columnType, quote } from './tables.ts';

export type Columns = Readonly<Record<string, string>>;

export const columnsOf = (kind: Kind): Columns =>
  Object.fromEntries(Object.entries(kind.fields).map(([name, { type }]) => [name, columnType(type)]));

/**
 * A select of `batch` and columns from objects of the log. Columns are found by name: those that an object lacks are
 * null, and others that it has are left out, so that versions with different columns read each other's objects.
 */
export async function selectRows(
  session: Pick<Session, 'query'>,
  columns: Columns,
  paths: readonly string[],
): Promise<string> {
  const files = `read_parquet([${paths.map(quote).join(', ')}], union_by_name = true)`;
  const described = await session.query<{ column_name: string }>(`describe select * from ${files}`);
  const found = new Set(described.map(({ column_name }) => column_name));
  const selected = Object.entries(columns).map(
    ([name, type]) => `${found.has(name) ? name : 'null'}::${type} as ${name}`,
  );
  return `select batch, ${selected.join(', ')} from ${files}`;
}

/** The same for the facts of a kind. `withdrawn` marks a row that withdraws its fact. */
export async function selectFacts(
  session: Pick<Session, 'query'>,
  kind: Kind,
  paths: readonly string[],
): Promise<string> {
  const rows = await selectRows(session, { ...columnsOf(kind), withdrawn: 'boolean' }, paths);
  return `select * replace (coalesce(withdrawn, false) as withdrawn) from (${rows})`;
}

/**
 * Of the rows of a relation with one key, the one of the last batch. `replacing` lists the batches that replaced
 * or withdrew something: only their keys can occur in an earlier batch, and a fact that is sent again after it was
 * withdrawn comes after the row that withdrew it.
 */
export function lastRows(kind: Kind, relation: string, replacing: readonly number[]): string {
  if (replacing.length === 0) return relation;
  const key = kind.key.join(', ');
  const isSame = kind.key.map((name) => `sent.${name} = later.${name}`).join(' and ');
  return `(
    select sent.* from ${relation} sent
    anti join (
      select ${key}, max(batch) as last from ${relation} semi join (
        select unnest([${replacing.join(', ')}]) as batch
      ) using (batch) group by ${key}
    ) later on ${isSame} and sent.batch < later.last
  )`;
}

/** The facts that are left when every batch of the relation is applied. */
export const presentRows = (kind: Kind, relation: string, replacing: readonly number[]): string =>
  replacing.length === 0 ? relation : `(from ${lastRows(kind, relation, replacing)} where not withdrawn)`;
