import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import { generationOf, overAllShards, tableName } from './names.ts';
import type { Shard } from './shard.ts';
import type { ServedColumns } from './store.ts';
import { createTable, isDivided, OPEN, type ServedTable } from './tables.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
}

interface Generation {
  readonly generation: number;
  readonly columns: ServedColumns;
}

/** Whether a server lacks a table, for example because it has lost its data. */
export async function lacksTables(
  shards: readonly Shard[],
  { generation, columns }: Generation,
  options: Options,
): Promise<boolean> {
  const expected = Object.entries(columns).flatMap(([table, names]) => {
    const name = tableName(table, generation);
    return shards.length > 1 && isDivided(table, names) ? [name, overAllShards(name)] : [name];
  });
  const found = await Promise.all(shards.map((shard) => shard.tables(options)));
  return found.flat().some((tables) => expected.some((name) => !tables.has(name)));
}

/**
 * The last version that servers know of, by the names and the rows of a set of tables and of later sets. It is later than
 * the last one of PostgreSQL when that was restored from a backup.
 */
export async function lastVersion(
  shards: readonly Pick<Shard, 'tables' | 'query'>[],
  names: readonly string[],
  generation: number,
  options: Options,
): Promise<number> {
  let last = 0;
  for (const shard of shards) {
    const [present = new Set<string>()] = await shard.tables(options);
    for (const table of present) {
      const set = generationOf(table, names) ?? 0;
      last = Math.max(last, set);
      const hasRows = names.some((name) => table === tableName(name, set));
      if (set < generation || !hasRows) continue;
      const [found] = await shard.query<{ version: number }>(
        `select greatest(max(since), maxIf(until, until < ${OPEN})) as version from ${table}`,
        [],
        options,
      );
      last = Math.max(last, found?.version ?? 0);
    }
  }
  return last;
}

interface Creating extends Options {
  readonly cluster: Cluster;
  readonly tables: readonly ServedTable[];
  /** The number of the new generation. */
  readonly generation: number;
  /** The generation that readers use. */
  readonly last: { readonly generation: number };
  /** What the new one begins with, if not with nothing. */
  readonly from: { readonly generation: number; readonly version: number } | undefined;
}

/**
 * Creates a new set of tables on all shards, in place of sets that interrupted copies have left. Whatever such a copy
 * still writes goes to tables of another set, which readers of later versions never see.
 */
export async function createGeneration(shards: readonly Shard[], creating: Creating): Promise<void> {
  const { tables, generation, last, from } = creating;
  const names = tables.map(({ name }) => name);
  const isUnused = (each: number): boolean =>
    each > last.generation && each < generation && each !== from?.generation;
  for (const shard of shards) {
    await dropGenerations(shard, { ...creating, names, isUnused });
    const [present = new Set<string>()] = await shard.tables(creating);
    for (const table of tables) await createOn(shard, table, present, creating);
  }
}

async function createOn(
  shard: Shard,
  table: ServedTable,
  present: ReadonlySet<string>,
  creating: Creating,
): Promise<void> {
  const { cluster, generation, from } = creating;
  const name = tableName(table.name, generation);
  await shard.run(createTable(table, name, shard.engine), creating);
  if (cluster.nodes.length > 1 && isDivided(table.name, columnNames(table)))
    await shard.run(
      `create table if not exists ${overAllShards(name)} as ${name}
        engine = Distributed('${cluster.name}', currentDatabase(), '${name}')`,
      creating,
    );
  const source = from && tableName(table.name, from.generation);
  if (from === undefined || source === undefined || !present.has(source)) return;
  await shard.copyTable(source, name, creating);
  await removeUnpublished(shard, name, from.version, creating);
}

export const columnNames = ({ columns }: ServedTable): string[] => columns.map(({ name }) => name);

/** Takes back what versions have changed that were begun and never published. */
async function removeUnpublished(
  shard: Shard,
  name: string,
  published: number,
  options: Options,
): Promise<void> {
  const isUnpublished = `since > ${published}`;
  const isEnding = `until > ${published} and until < ${OPEN}`;
  const [found] = await shard.query<{ unpublished: number; ending: number }>(
    `select countIf(${isUnpublished}) as unpublished, countIf(${isEnding}) as ending from ${name}`,
    [],
    options,
  );
  if (found?.unpublished) await shard.change(`alter table ${name} delete where ${isUnpublished}`, options);
  if (found?.ending)
    await shard.change(`alter table ${name} update until = ${OPEN} where ${isEnding}`, options);
}

interface Dropping extends Options {
  /** The tables of a set. */
  readonly names: readonly string[];
  readonly isUnused: (generation: number) => boolean;
}

/** Drops sets of tables by their numbers. */
export async function dropGenerations(shard: Shard, dropping: Dropping): Promise<void> {
  const found = new Set((await shard.tables(dropping)).flatMap((tables) => [...tables]));
  for (const name of found) {
    const generation = generationOf(name, dropping.names);
    if (generation !== undefined && dropping.isUnused(generation))
      await shard.run(`drop table if exists ${name} sync settings max_table_size_to_drop = 0`, dropping);
  }
}
