import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../../../kernel/index.ts';
import type { Clickhouse } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { readState } from '../../store/state.ts';
import { change } from './change.ts';
import { copyChanges } from './copy-changes.ts';
import { tableName } from './names.ts';
import { beginVersion, publishVersion, type ServedColumns } from './store.ts';
import { createTable, describeTables, OPEN, type ServedTable } from './tables.ts';

export interface Publishing {
  /** The store whose rows are published. */
  readonly database: Duckdb;
  readonly clickhouse: Clickhouse;
  readonly db: Db;
  readonly spillFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** Fills a new set of tables, while the present one answers. */
  readonly isRebuild?: boolean | undefined;
}

interface Published {
  readonly version: number;
  readonly applied: number;
  /** Rows that were added or replaced, and rows that no longer hold. */
  readonly coming: number;
  readonly leaving: number;
}

/**
 * Makes ClickHouse serve what the store has now. Rows that differ are added with a version that no reader sees until
 * it is published, so that a batch is seen as a whole or not at all, and a copy that was interrupted is never seen.
 */
export async function publish(publishing: Publishing): Promise<Published> {
  const { database, db, isRebuild = false } = publishing;
  const last = await beginVersion(db).executeTakeFirstOrThrow();
  const version = last.begun;
  return database.prepare((session) =>
    session.transaction(async () => {
      const { applied, asOf } = await readState(session);
      const tables = await describeTables(session);
      const layout = layoutOf(tables);
      const isNew = isRebuild || layout !== last.layout;
      const generation = isNew ? version : last.generation;
      const base = isNew ? 0 : last.version;
      const hasFailed = version !== last.version + 1;
      const changed = { coming: 0, leaving: 0 };
      for (const table of tables) {
        const name = tableName(table.name, generation);
        if (isNew || hasFailed) await publishing.clickhouse.run(createTable(table, name), publishing);
        if (!isNew && hasFailed) await removeUnpublished(publishing, name, base);
        const { coming, leaving } = await inFiles(publishing.spillFolder, (newFile) =>
          copyChanges({ ...publishing, session, newFile, table, name, base, version }),
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
      return { version, applied, ...changed };
    }),
  );
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
