import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../../../kernel/index.ts';
import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Session } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { selectMarked } from '../../store/mark.ts';
import { readState } from '../../store/state.ts';
import { copyChanges, type Changes } from './copy-changes.ts';
import { columnNames, createGeneration, dropGenerations, lacksTables } from './generation.ts';
import { tableName } from './names.ts';
import { placePartners } from './place-partners.ts';
import { engineOf, shardsOf } from './shard.ts';
import { beginVersion, publishVersion, selectPublished, type ServedColumns } from './store.ts';
import { createTable, describeTables, PLACEMENTS, type ServedTable } from './tables.ts';

/** More are found faster together than one by one. */
const MAX_DAYS = 400;

export interface Publishing {
  /** The store whose rows are published. */
  readonly database: Duckdb;
  readonly cluster: Cluster;
  readonly db: Db;
  readonly spillFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** What this process has published last: only days that were changed after it are compared. */
  readonly after?: Published | undefined;
  /** Fills a new set of tables, while the present one answers. */
  readonly isRebuild?: boolean | undefined;
}

export interface Published {
  readonly version: number;
  readonly applied: number;
  /** Which file of the store it comes from. */
  readonly file: number;
  /** Rows that were added or replaced, and rows that no longer hold. */
  readonly coming: number;
  readonly leaving: number;
}

/**
 * Makes ClickHouse serve what the store has now. Rows that differ are added with a version that no reader sees until
 * it is published, so that a batch is seen as a whole or not at all, and a copy that was interrupted is never seen.
 */
export async function publish(publishing: Publishing): Promise<Published> {
  const { database, cluster, db, after, isRebuild = false } = publishing;
  const shards = shardsOf(cluster);
  // It also fails while a server is away, before a version is begun.
  const isDamaged = await lacksTables(
    shards,
    await selectPublished(db).executeTakeFirstOrThrow(),
    publishing,
  );
  return database.prepare((session) =>
    session.transaction(async () => {
      const { replacements: file } = database;
      const { applied, asOf } = await readState(session);
      const last = await beginVersion(db, applied).executeTakeFirst();
      if (!last) throw new Error('The store of this process has fewer batches than ClickHouse.');
      const version = last.begun;
      const tables = await describeTables(session);
      const layout = layoutOf(tables, cluster);
      const isNew = isRebuild || layout !== last.layout;
      const base = isNew ? 0 : last.version;
      const isInterrupted = version !== last.version + 1;
      const needsTables = isNew || isInterrupted || isDamaged;
      const generation = needsTables ? version : last.generation;
      const followed =
        !needsTables && after?.version === last.version && after.file === file ? after : undefined;
      await placePartners(session, shards.length);
      if (needsTables) {
        const names = tables.map(({ name }) => name);
        const isUnused = (each: number): boolean => each > last.generation && each < version;
        const from = isNew ? undefined : last;
        for (const shard of shards) {
          await dropGenerations(shard, { ...publishing, names, isUnused });
          await createGeneration(shard, { ...publishing, tables, generation, from });
        }
      }
      const copy = async (copied: readonly ServedTable[], since: Published | undefined): Promise<Changes> => {
        const changes = { coming: 0, leaving: 0 };
        for (const table of copied) {
          const days = since && (await changedDays(session, table, since.applied));
          if (days?.length === 0) continue;
          const name = tableName(table.name, generation);
          for (const shard of shards) {
            const { coming, leaving } = await inFiles(publishing.spillFolder, (newFile) =>
              copyChanges({ ...publishing, session, newFile, shard, table, name, base, version, days }),
            );
            changes.coming += coming;
            changes.leaving += leaving;
          }
        }
        return changes;
      };
      const placed = await copy([PLACEMENTS], followed);
      // Rows of partners who have moved leave a shard on days on which they have not changed.
      const haveMoved = shards.length > 1 && placed.leaving > 0;
      const others = tables.filter(({ name }) => name !== PLACEMENTS.name);
      const changed = await copy(others, haveMoved ? undefined : followed);
      const published = await publishVersion(db, {
        version,
        generation,
        layout,
        columns: columnsOf(tables),
        nodes: cluster.nodes,
        applied,
        asOf,
      }).executeTakeFirst();
      if (!published) throw new Error(`Version ${version} is not published: a later one was begun.`);
      return { version, applied, file, ...changed };
    }),
  );
}

/** The days of a table that have changed after a batch; undefined if all of them may have. */
async function changedDays(
  session: Session,
  { name, source = name, isUnlogged }: ServedTable,
  batch: number,
): Promise<string[] | undefined> {
  if (isUnlogged) return undefined;
  const marked = await session.query<{ day: string }>(selectMarked(source, batch));
  return marked.length > MAX_DAYS ? undefined : marked.map(({ day }) => day);
}

const layoutOf = (tables: readonly ServedTable[], cluster: Cluster): string => {
  const created = tables.map((table) => createTable(table, table.name, engineOf(cluster)));
  return sha256([cluster.name, cluster.nodes.length, ...created].join(';'))
    .toString('hex')
    .slice(0, 12);
};

const columnsOf = (tables: readonly ServedTable[]): ServedColumns =>
  Object.fromEntries(tables.map((table) => [table.name, columnNames(table)]));

/** Gives names to files, which are removed afterwards. */
async function inFiles<T>(folder: string, work: (newFile: () => string) => Promise<T>): Promise<T> {
  const paths: string[] = [];
  const newFile = (): string => {
    const path = join(folder, `${randomUUID()}.parquet`);
    paths.push(path);
    return path;
  };
  try {
    return await work(newFile);
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}
