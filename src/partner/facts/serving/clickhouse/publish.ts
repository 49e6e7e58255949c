import { Problem, sha256 } from '../../../../kernel/index.ts';
import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Session } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { readState } from '../../store/index.ts';
import { copyTables } from './copy-tables.ts';
import { columnNames, createGeneration, lacksTables, lastVersion } from './generation.ts';
import { engineOf, shardsOf, type Shard } from './shard.ts';
import { beginVersion, noteFilling, publishVersion, selectPublished, type ServedColumns } from './store.ts';
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
      const begun = await begin(publishing, { session, shards, before, isDamaged });
      if (begun.isNewSet) await createGeneration(shards, { ...publishing, ...begun });
      if (begun.isEmpty) await noteFilling(db, begun).execute();
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
  /** Whether nothing of the published set can be used. */
  readonly isEmpty: boolean;
  /** The published version. */
  readonly last: { readonly generation: number; readonly version: number };
  /** What the tables have before the copy, if not nothing. */
  readonly from: Begun['last'] | undefined;
  /** The publication after which only marked days can have changed; undefined if all may have. */
  readonly after: Published | undefined;
}

interface Beginning {
  readonly session: Session;
  readonly shards: readonly Shard[];
  readonly before: { readonly version: number; readonly generation: number };
  /** Whether a server lacks tables. */
  readonly isDamaged: boolean;
}

/** Begins a version and decides which tables it goes to. */
async function begin(publishing: Publishing, beginning: Beginning): Promise<Begun> {
  const { database, cluster, db, after } = publishing;
  const { session, shards, before, isDamaged } = beginning;
  const { replacements: file } = database;
  const { applied, asOf } = await readState(session);
  const tables = await describeTables(session);
  const names = tables.map(({ name }) => name);
  const follows = (version: number): boolean => after?.version === version && after.file === file;
  // The numbers of versions never repeat, not even when PostgreSQL was restored from a backup.
  const seen = follows(before.version) ? 0 : await lastVersion(shards, names, before.generation, publishing);
  const last = await beginVersion(db, { applied, seen }).executeTakeFirst();
  if (!last) throw new Problem('unavailable', 'The store of this process has fewer batches than ClickHouse.');
  const version = last.begun;
  const layout = await layoutOf(session, tables, cluster);
  const isEmpty = layout !== last.layout || last.generation < last.wanted;
  const isInterrupted = version !== last.version + 1;
  const isNewSet = isEmpty || isInterrupted || isDamaged;
  return {
    version,
    applied,
    asOf,
    file,
    tables,
    layout,
    generation: isNewSet ? version : last.generation,
    isNewSet,
    isEmpty,
    last,
    from: isEmpty ? unfinished(last, layout) : last,
    after: !isNewSet && follows(last.version) ? after : undefined,
  };
}

interface Unfinished {
  readonly filling: number;
  readonly filling_layout: string;
  readonly wanted: number;
}

/** A set of tables that a copy has begun to fill and that is not outdated. */
const unfinished = ({ filling, filling_layout, wanted }: Unfinished, layout: string): Begun['from'] =>
  filling_layout === layout && filling >= wanted ? { generation: filling, version: filling } : undefined;

async function makeVisible({ db, cluster }: Publishing, begun: Begun): Promise<void> {
  const { version, tables } = begun;
  const columns = columnsOf(tables);
  const published = await publishVersion(db, { ...begun, columns, nodes: cluster.nodes }).executeTakeFirst();
  if (!published)
    throw new Problem('unavailable', `Version ${version} is not published: a later one was begun.`);
}

/** Rows are compared by hashes of DuckDB, which another version of it may compute in another way. */
async function layoutOf(session: Session, tables: readonly ServedTable[], cluster: Cluster): Promise<string> {
  const [{ version } = { version: '' }] = await session.query<{ version: string }>(
    'select version() as version',
  );
  const created = tables.map((table) => createTable(table, table.name, engineOf(cluster)));
  return sha256([version, cluster.name, cluster.nodes.length, ...created].join(';'))
    .toString('hex')
    .slice(0, 12);
}

const columnsOf = (tables: readonly ServedTable[]): ServedColumns =>
  Object.fromEntries(tables.map((table) => [table.name, columnNames(table)]));
