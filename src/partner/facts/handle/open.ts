import { randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../kernel/index.ts';
import { openCluster, type ClusterOptions } from '../../../platform/clickhouse/index.ts';
import type { Duckdb, DuckdbOptions } from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { clickhouseEngine, duckdbEngine, Sink, type Engine } from '../serving/index.ts';
import {
  createLiveStore,
  Position,
  type RebuildProgress,
  type Lacking,
  type Schema,
} from '../store/index.ts';
import { WriterLease, readHead } from '../log/index.ts';

export interface FactsOptions
  extends Schema, Pick<DuckdbOptions, 'threads' | 'memoryLimitBytes' | 'readers'> {
  /** Where the log is: its rows and its objects. */
  readonly db: Db;
  readonly storage: Storage;
  /** Where the store is kept. Only one process can use it. */
  readonly folder: string;
  /** Where other processes can reach this one. */
  readonly address?: string | undefined;
  /** How long the right to write lasts without being renewed. */
  readonly leaseMs?: number | undefined;
  /** Where reports are answered, if not by the store. */
  readonly clickhouse?: ClusterOptions | undefined;
  /** Called with what went wrong in the background and will be tried again. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The handle through which the verbs of the partner service reach the facts. */
export interface Facts {
  /** The store: a copy of the log that answers questions. */
  readonly database: Duckdb;
  /** Answers the questions of reports. */
  readonly engine: Engine;
  /** Copies the facts to ClickHouse, if that answers reports. */
  readonly sink?: Sink | undefined;
  readonly schema: Schema;
  /** The log. */
  readonly db: Db;
  readonly storage: Storage;
  /** The right to append to the log. */
  readonly lease: WriterLease;
  /** How far the log and the store are, as far as this process knows. */
  readonly position: Position;
  readonly spillFolder: string;
  /** Resolves when a store answers; rejects when none could be made at once, which is tried again until it succeeds. */
  readonly ready: Promise<void>;
  /** Applies what the log has and the store has not. */
  catchUp(): Promise<void>;
  /** Copies to the store what comes from PostgreSQL itself and not from the log. */
  refresh(): Promise<void>;
  /** Makes the store again from the log, while the present one answers. */
  rebuild(onProgress?: OnProgress): Promise<void>;
  /**
   * Puts a copy of the store into the storage, from which other processes start, and returns its last batch. Undefined
   * when the newest copy is good enough or the store is being made.
   */
  snapshot(lacking: Lacking): Promise<number | undefined>;
  close(): Promise<void>;
}

type OnProgress = (progress: RebuildProgress) => void;

/** The context of a verb that reads or changes facts. */
export interface FactsContext extends Context<Db> {
  readonly facts: Facts;
}

/** The same caller, with a handle on the facts. */
export function factsContext(context: Context<Db>, facts: Facts): FactsContext {
  const {
    actor,
    clock,
    db,
    service,
    traceId,
    callerTraceId,
    proof,
    requestKey,
    keepsResults,
    noteReplay,
    signal,
  } = context;
  return {
    actor,
    clock,
    db,
    service,
    traceId,
    callerTraceId,
    proof,
    requestKey,
    keepsResults,
    noteReplay,
    signal,
    facts,
  };
}

/** Opens the store of a folder. Where there is none that can be used, it is made from the log in the background. */
export async function openFacts(options: FactsOptions): Promise<Facts> {
  const { db, storage, folder, address, leaseMs: lifetimeMs, onError = () => {} } = options;
  const { derivations, guards, projections, maxUpdatedRows } = options;
  const schema = { derivations, guards, projections, maxUpdatedRows };
  const position = new Position();
  position.noteHead(await readHead(db));
  await refuseUnlogged(folder, position.head);
  const store = await createLiveStore(options, schema, position);
  await store.open();
  const obstacle = () => store.obstacle;
  const holder = await readHolder(folder);
  const lease = new WriterLease({ db, holder, address, lifetimeMs, obstacle, onHead, onError });
  const first = store.isPresent ? store.catchUp().catch(onError) : store.restore();
  const made = first.catch((error: unknown) => {
    onError(error);
    return store.restoreSurely();
  });
  // A store of an earlier layout answers until the present one is made.
  const isEarlier = store.isOpen && !store.isPresent;
  const started = isEarlier
    ? lease.start()
    : made.then(() => (store.closing.aborted ? undefined : lease.start()));
  const ready = isEarlier ? started : first.then(() => started);
  // A failure is tried again, whether or not the caller waits for the first attempt.
  ready.catch(() => {});
  const { database } = store;
  const { spillFolder } = store.files;
  const cluster = options.clickhouse && openCluster(options.clickhouse);
  const isWriter = (): boolean => store.isPresent && lease.epoch !== undefined;
  const sink = cluster && new Sink({ database, cluster, db, spillFolder, isWriter, onError });
  return {
    database,
    engine: cluster ? clickhouseEngine({ cluster, db, database }) : duckdbEngine(database, position),
    sink,
    schema,
    db,
    storage,
    lease,
    position,
    spillFolder,
    ready,
    catchUp: () => store.catchUp(),
    refresh: () => store.refresh(),
    rebuild: (onProgress) => store.rebuild(onProgress),
    snapshot: (lacking) => store.snapshot(lacking),
    async close() {
      await sink?.stop();
      await store.close();
      await made;
      await started;
      await lease.release();
      await cluster?.close();
    },
  };

  function onHead(number: number): void {
    position.noteHead(number);
    if (position.applied < number) store.catchUp().catch(onError);
  }
}

/** A store of a version before the log cannot be read, and must not be taken for an installation without facts. */
async function refuseUnlogged(folder: string, head: number): Promise<void> {
  const path = join(folder, 'facts.duckdb');
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere || head > 0) return;
  throw new Error(
    `${path} was made by an earlier version, which kept no log of its facts. Move it away and import the facts again.`,
  );
}

/** The name under which the processes of a folder hold the lease. */
async function readHolder(folder: string): Promise<string> {
  const path = join(folder, 'holder');
  await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return readFile(path, 'utf8');
}
