import type { Session } from '../../../../platform/duckdb/index.ts';
import { quote } from '../../store/index.ts';
import { inFiles, type NewFile } from './in-files.ts';
import { endingName } from './names.ts';
import type { Shard } from './shard.ts';
import { OPEN, partitionsWith, servedRows, type ServedTable } from './tables.ts';

export interface Copying {
  /** The store, in a transaction. */
  readonly session: Session;
  readonly shard: Shard;
  readonly table: ServedTable;
  /** Its name in ClickHouse. */
  readonly name: string;
  /** The published version, with which the store is compared. */
  readonly base: number;
  /** The version that the differences get. */
  readonly version: number;
  /** The only days that may differ; without it all may. */
  readonly days?: readonly string[] | undefined;
  readonly spillFolder: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Changes {
  readonly coming: number;
  readonly leaving: number;
}

/** Rows that are copied at a time, at least: more when the chunks of a few days have more. */
const ROWS_AT_A_TIME = 1_000_000;

interface Chunk {
  readonly chunk: string;
  readonly rows: number;
}

/**
 * Copies the rows in which a table differs from the published version. Both sides count and hash the rows of each
 * chunk; only chunks that differ are compared row by row. Rows that ClickHouse has twice are replaced too.
 */
export async function copyChanges(copying: Copying): Promise<Changes> {
  const changes = { coming: 0, leaving: 0 };
  const { spillFolder } = copying;
  const changed = await inFiles(spillFolder, (newFile) => findChanged(copying, newFile));
  for (const chunks of inGroups(changed)) {
    const { coming, leaving } = await inFiles(spillFolder, (newFile) => copyChunks(copying, chunks, newFile));
    changes.coming += coming;
    changes.leaving += leaving;
  }
  return changes;
}

const HOLDS = (version: number): string => `since <= ${version} and until > ${version}`;

const isOneOf = (days: readonly string[]): string => `chunk in (${days.map(quote).join(', ')})`;

async function findChanged(copying: Copying, newFile: NewFile): Promise<Chunk[]> {
  const { session, shard, table, name, base, days, signal } = copying;
  const path = newFile();
  await shard.saveFile(
    `select toDate32(chunk) as chunk, toInt64(count()) as row_count, groupBitXor(row_hash) as digest
      from ${name} where ${HOLDS(base)}${days ? ` and ${isOneOf(days)}` : ''} group by chunk`,
    path,
    { signal },
  );
  return session.query<Chunk>(
    `select chunk, coalesce(store.row_count, 0) + coalesce(copy.row_count, 0) as rows
      from (
        select chunk, count(*) as row_count, bit_xor(row_hash) as digest
        from (${servedRows(table, shard.number, days)}) group by chunk
      ) store
      full join (select chunk::date as chunk, row_count, digest from read_parquet(${quote(path)})) copy using (chunk)
      where store.row_count is distinct from copy.row_count or store.digest is distinct from copy.digest
      order by chunk`,
    [],
    { signal },
  );
}

/** Groups of days of which each has few rows or is alone. */
function inGroups(chunks: readonly Chunk[]): string[][] {
  const groups: string[][] = [];
  let rows = Infinity;
  for (const { chunk, rows: count } of chunks) {
    if (rows + count > ROWS_AT_A_TIME) {
      groups.push([]);
      rows = 0;
    }
    groups.at(-1)?.push(chunk);
    rows += count;
  }
  return groups;
}

async function copyChunks(copying: Copying, chunks: readonly string[], newFile: NewFile): Promise<Changes> {
  const { session, shard, table, name, base, version, signal } = copying;
  const isInChunks = isOneOf(chunks);
  const served = `(${servedRows(table, shard.number, chunks)})`;
  const [copyPath, comingPath, leavingPath] = [newFile(), newFile(), newFile()];
  const key = table.key.map((column) => ({
    name: column,
    type: table.columns.find((each) => each.name === column)?.type ?? '',
  }));
  const keys = key.map((column) => column.name);
  await shard.saveFile(
    `select ${key.map(readable).join(', ')}, row_hash from ${name} where ${HOLDS(base)} and ${isInChunks}`,
    copyPath,
    { signal },
  );
  const copied = key.map((column) => `${column.name}::${column.type} as ${column.name}`).join(', ');
  const same = [...keys, 'row_hash'];
  await session.run(
    `create or replace temp table copied as
      select ${copied}, row_hash, count(*) as copies from read_parquet(${quote(copyPath)}) group by all;
    create or replace temp table leaving as
      select ${same.join(', ')} from copied where copies > 1
      union select ${same.join(', ')} from copied
      anti join (select ${same.join(', ')} from ${served}) using (${same.join(', ')})`,
    { signal },
  );
  await session.saveRows(
    `select *, ${version}::uinteger as since, ${OPEN}::uinteger as until
      from ${served} anti join (from copied where copies = 1) using (${same.join(', ')})`,
    comingPath,
    { signal },
  );
  const coming = await countFile(session, comingPath);
  if (coming > 0) await shard.insertFile(name, comingPath, { signal });
  const [{ leaving } = { leaving: 0 }] = await session.query<{ leaving: number }>(
    'select count(*) as leaving from leaving',
  );
  if (leaving > 0) {
    await session.saveRows('select * from leaving', leavingPath, { signal });
    await endRows({ ...copying, chunks, same }, leavingPath);
  }
  return { coming, leaving };
}

/** Dates in a form that every version of ClickHouse writes as dates. */
const readable = ({ name, type }: { name: string; type: string }): string =>
  type === 'DATE' ? `toDate32(${name}) as ${name}` : name;

async function countFile(session: Session, path: string): Promise<number> {
  const [counted] = await session.query<{ rows: number }>(
    `select count(*) as rows from read_parquet(${quote(path)})`,
  );
  return counted?.rows ?? 0;
}

/**
 * Lets the rows of a file hold no longer than until this version. Without its partition, a change would read the rows
 * of all days.
 */
async function endRows(
  {
    shard,
    table,
    name,
    version,
    chunks,
    same,
    signal,
  }: Copying & { chunks: readonly string[]; same: string[] },
  path: string,
): Promise<void> {
  const ending = endingName(name);
  const names = same.join(', ');
  await shard.run(`drop table if exists ${ending} sync`, { signal });
  await shard.run(
    `create table ${ending} engine = ${shard.engine} order by tuple() as select ${names} from ${name} where false`,
    { signal },
  );
  await shard.insertFile(ending, path, { signal });
  for (const partition of partitionsWith(table, chunks)) {
    await shard.change(
      `alter table ${name} update until = ${version} in partition ${partition}
        where since < ${version} and until = ${OPEN} and ${isOneOf(chunks)}
          and (${names}) in (select ${names} from ${ending})`,
      { signal },
    );
  }
  await shard.run(`drop table ${ending} sync`, { signal });
}
