import { sha256 } from '../../../../kernel/index.ts';
import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Session } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { readState } from '../../store/state.ts';
import { copyTables } from './copy-tables.ts';
import { columnNames, createGeneration, lacksTables } from './generation.ts';
import { engineOf, shardsOf } from './shard.ts';
import { beginVersion, publishVersion, selectPublished, type ServedColumns } from './store.ts';
import { createTable, describeTables, type ServedTable } from './tables.ts';

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
  const { database, cluster, db } = publishing;
  const shards = shardsOf(cluster);
  const before = await selectPublished(db).executeTakeFirstOrThrow();
  // It also fails while a server is away, before a version is begun.
  const isDamaged = await lacksTables(shards, before, publishing);
  return database.prepare((session) =>
    session.transaction(async () => {
      const begun = await begin(publishing, session, isDamaged);
      if (begun.isNewSet) await createGeneration(shards, { ...publishing, ...begun });
      const changes = await copyTables({ ...publishing, ...begun, session, shards });
      await makeVisible(publishing, begun);
      const { version, applied, file } = begun;
      return { version, applied, file, ...changes };
    }),
  );
}

/** A version that is begun, and the set of tables that it goes to. */
interface Begun {
  readonly version: number;
  readonly applied: number;
  readonly asOf: Date | null;
  readonly file: number;
  readonly tables: readonly ServedTable[];
  readonly layout: string;
  readonly generation: number;
  readonly isNewSet: boolean;
  /** The published version. */
  readonly last: { readonly generation: number; readonly version: number };
  /** What the tables have before the copy, if not nothing. */
  readonly from: Begun['last'] | undefined;
  /** The publication after which only marked days can have changed; undefined if all may have. */
  readonly after: Published | undefined;
}

/** Begins a version and decides which tables it goes to. */
async function begin(publishing: Publishing, session: Session, isDamaged: boolean): Promise<Begun> {
  const { database, cluster, db, after, isRebuild = false } = publishing;
  const { replacements: file } = database;
  const { applied, asOf } = await readState(session);
  const last = await beginVersion(db, applied).executeTakeFirst();
  if (!last) throw new Error('The store of this process has fewer batches than ClickHouse.');
  const version = last.begun;
  const tables = await describeTables(session);
  const layout = layoutOf(tables, cluster);
  const isEmpty = isRebuild || layout !== last.layout;
  const isInterrupted = version !== last.version + 1;
  const isNewSet = isEmpty || isInterrupted || isDamaged;
  const follows = !isNewSet && after?.version === last.version && after.file === file;
  return {
    version,
    applied,
    asOf,
    file,
    tables,
    layout,
    generation: isNewSet ? version : last.generation,
    isNewSet,
    last,
    from: isEmpty ? undefined : last,
    after: follows ? after : undefined,
  };
}

async function makeVisible({ db, cluster }: Publishing, begun: Begun): Promise<void> {
  const { version, tables } = begun;
  const columns = columnsOf(tables);
  const published = await publishVersion(db, { ...begun, columns, nodes: cluster.nodes }).executeTakeFirst();
  if (!published) throw new Error(`Version ${version} is not published: a later one was begun.`);
}

const layoutOf = (tables: readonly ServedTable[], cluster: Cluster): string => {
  const created = tables.map((table) => createTable(table, table.name, engineOf(cluster)));
  return sha256([cluster.name, cluster.nodes.length, ...created].join(';'))
    .toString('hex')
    .slice(0, 12);
};

const columnsOf = (tables: readonly ServedTable[]): ServedColumns =>
  Object.fromEntries(tables.map((table) => [table.name, columnNames(table)]));
