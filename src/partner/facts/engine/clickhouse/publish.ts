import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../../../kernel/index.ts';
import type { Clickhouse } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Session } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { selectMarked } from '../../store/mark.ts';
import { readState } from '../../store/state.ts';
import { change } from './change.ts';
import { copyChanges } from './copy-changes.ts';
import { tableName } from './names.ts';
import { beginVersion, publishVersion, type ServedColumns } from './store.ts';
import { createTable, describeTables, OPEN, type ServedTable } from './tables.ts';

/** More are found faster together than one by one. */
const MAX_DAYS = 400;

export interface Publishing {
  /** The store whose rows are published. */
  readonly database: Duckdb;
  readonly clickhouse: Clickhouse;
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
  const { database, db, after, isRebuild = false } = publishing;
  const last = await beginVersion(db).executeTakeFirstOrThrow();
  const version = last.begun;
  return database.prepare((session) =>
    session.transaction(async () => {
      const { replacements: file } = database;
      const { applied, asOf } = await readState(session);
      const tables = await describeTables(session);
      const layout = layoutOf(tables);
      const isNew = isRebuild || layout !== last.layout;
      const generation = isNew ? version : last.generation;
      const base = isNew ? 0 : last.version;
      const hasFailed = version !== last.version + 1;
      const isFollowing = !isNew && !hasFailed && after?.version === last.version && after.file === file;
      const changed = { coming: 0, leaving: 0 };
      for (const table of tables) {
        const days = isFollowing ? await changedDays(session, table, after.applied) : undefined;
        if (days?.length === 0) continue;
        const name = tableName(table.name, generation);
        if (isNew || hasFailed) await publishing.clickhouse.run(createTable(table, name), publishing);
        if (!isNew && hasFailed) await removeUnpublished(publishing, name, base);
        const { coming, leaving } = await inFiles(publishing.spillFolder, (newFile) =>
          copyChanges({ ...publishing, session, newFile, table, name, base, version, days }),
        );
        changed.coming += coming;
        changed.leaving += leaving;
      }
      const published = await publishVersion(db, {
        version,
        generation,
        layout,
        columns: columnsOf(tables),
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
  { name, isUnlogged }: ServedTable,
  batch: number,
): Promise<string[] | undefined> {
  if (isUnlogged) return undefined;
  const marked = await session.query<{ day: string }>(selectMarked(name, batch));
  return marked.length > MAX_DAYS ? undefined : marked.map(({ day }) => day);
}

const layoutOf = (tables: readonly ServedTable[]): string =>
  sha256(tables.map((table) => createTable(table, table.name)).join(';'))
    .toString('hex')
    .slice(0, 12);

const columnsOf = (tables: readonly ServedTable[]): ServedColumns =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));

/** Takes back what versions have changed that were begun and never published. */
async function removeUnpublished(
  { clickhouse, signal }: Publishing,
  name: string,
  published: number,
): Promise<void> {
  const isUnpublished = `since > ${published}`;
  const isEnding = `until > ${published} and until < ${OPEN}`;
  const [found] = await clickhouse.query<{ unpublished: number; ending: number }>(
    `select countIf(${isUnpublished}) as unpublished, countIf(${isEnding}) as ending from ${name}`,
    [],
    { signal },
  );
  if (found?.unpublished)
    await change(clickhouse, `alter table ${name} delete where ${isUnpublished}`, signal);
  if (found?.ending)
    await change(clickhouse, `alter table ${name} update until = ${OPEN} where ${isEnding}`, signal);
}

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
