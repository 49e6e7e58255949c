import { access, mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../kernel/index.ts';
import {
  isAboutContent,
  openDuckdb,
  type Duckdb,
  type DuckdbOptions,
  type Session,
} from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { follow, type LogSource } from './follow.ts';
import { logStore } from '../log/index.ts';
import type { Position, RebuildProgress } from './position.ts';
import { rebuild } from './rebuild.ts';
import { fetchSnapshot, saveSnapshot, type Lacking } from './snapshot.ts';
import { adapt } from './adapt.ts';
import { StoreFiles } from './files.ts';
import { layoutOf, type Schema } from './schema.ts';
import { readState } from './state.ts';

type Engine = Omit<DuckdbOptions, 'path'>;

export interface LiveStoreOptions extends Omit<LogSource, 'spillFolder'>, Omit<Engine, 'spillFolder'> {
  readonly folder: string;
  /** Called with what went wrong in the background and will be tried again. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

type OnProgress = (progress: RebuildProgress) => void;

const RETRY_AFTER_MS = 5_000;

/** The store of this process: opens it, keeps it up with the log and makes it again. */
export async function createLiveStore(
  options: LiveStoreOptions,
  schema: Schema,
  position: Position,
): Promise<LiveStore> {
  const { db, storage, folder, threads, memoryLimitBytes, readers, onError = () => {} } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = new StoreFiles(folder, layoutOf(schema));
  const { spillFolder } = files;
  const source = { db, storage, spillFolder };
  const engine = { spillFolder, threads, memoryLimitBytes, readers };
  const state = { isOpen: false, isPresent: false, isDamaged: false, isClosed: false, percent: 0 };
  const database = await openDuckdb({
    ...engine,
    whenUnusable: () => (state.isClosed ? new Error('The fact store is closed.') : beingMade(state)),
    onDamage: (cause) => store.replaceDamaged(cause),
  });
  const store = new LiveStore({ files, source, engine, schema, database, state, position, onError });
  return store;
}

const beingMade = ({ isDamaged, percent }: Pick<Parts['state'], 'isDamaged' | 'percent'>): Problem =>
  new Problem(
    'unavailable',
    `${isDamaged ? 'The file of the fact store is damaged. A new one' : 'The fact store'} is being made from the log: ${percent} % are done.`,
    { headers: { 'retry-after': '5' } },
  );

interface Parts {
  readonly files: StoreFiles;
  readonly source: LogSource;
  readonly engine: Engine;
  readonly schema: Schema;
  readonly database: Duckdb;
  readonly state: {
    /** Whether a store answers, be it one of an earlier layout. */
    isOpen: boolean;
    isPresent: boolean;
    /** Whether the store that answered was found damaged, until another one is in its place. */
    isDamaged: boolean;
    isClosed: boolean;
    percent: number;
  };
  readonly position: Position;
  readonly onError: (error: unknown) => void;
}

export class LiveStore {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #catchingUp: Promise<void> | undefined;
  #isAskedAgain = false;
  #rebuilding: Promise<void> | undefined;
  #replacing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get database(): Duckdb {
    return this.#parts.database;
  }

  get files(): StoreFiles {
    return this.#parts.files;
  }

  get isOpen(): boolean {
    return this.#parts.state.isOpen;
  }

  /** Why the store cannot be asked. */
  get obstacle(): Problem | undefined {
    const { state } = this.#parts;
    return state.isOpen ? undefined : beingMade(state);
  }

  get closing(): AbortSignal {
    return this.#stop.signal;
  }

  get isPresent(): boolean {
    return this.#parts.state.isPresent;
  }

  /** Opens the store of this layout, or else one of an earlier layout that can answer until this one is made. */
  async open(): Promise<void> {
    const { files, state, engine, schema } = this.#parts;
    if (await exists(files.present)) {
      state.isPresent = await this.#tryOpen(files.present);
      if (!state.isPresent) await files.setAside(files.present);
    }
    if (!state.isPresent) await files.clearNext(engine);
    const [previous] = state.isPresent ? [] : await files.others();
    state.isOpen =
      state.isPresent ||
      (previous !== undefined && (await this.#tryOpen(previous, (session) => adapt(session, schema))));
    await files.clearSpill();
  }

  /** Copies from PostgreSQL what is not in the log. */
  async refresh(): Promise<void> {
    const { database, state } = this.#parts;
    if (state.isOpen) await this.#refresh(database);
  }

  async #refresh(database: Duckdb): Promise<void> {
    const { schema, source } = this.#parts;
    await database.write(async (session) => {
      for (const { refresh } of schema.projections) await refresh?.(session, source.db);
    });
  }

  /** False when the file cannot be used, and then none is open. */
  async #tryOpen(path: string, prepare?: (session: Session) => Promise<void>): Promise<boolean> {
    const { database, source, position } = this.#parts;
    try {
      await database.reopen(async () => path);
      if (prepare) await database.write(prepare);
      if (await isOfThisLog(database, source.db)) {
        await this.#refresh(database);
        position.noteApplied(await readState(database));
        return true;
      }
    } catch (error) {
      if (!isAboutContent(error)) throw error;
    }
    await database.reopen(async () => undefined);
    return false;
  }

  /** Applies what the log has and the store has not; calls at the same time share the work. */
  catchUp(): Promise<void> {
    this.#isAskedAgain = true;
    return (this.#catchingUp ??= this.#follow().finally(() => (this.#catchingUp = undefined)));
  }

  async #follow(): Promise<void> {
    const { source, database, schema, position, state } = this.#parts;
    // A store that is being made follows the log at its end.
    while (state.isOpen && this.#isAskedAgain) {
      this.#isAskedAgain = false;
      try {
        position.noteApplied(await follow(source, database, schema, { signal: this.closing, position }));
      } catch (error) {
        if (error instanceof Problem) position.noteTrouble(error.message);
        throw error;
      }
    }
  }

  /** Makes the store from the log, while the present one answers, and puts it in its place. */
  rebuild(onProgress?: OnProgress): Promise<void> {
    return (this.#rebuilding ??= this.#rebuild(onProgress).finally(() => (this.#rebuilding = undefined)));
  }

  /** Makes the store from the newest snapshot or, without one, from the log. */
  restore(): Promise<void> {
    return (this.#rebuilding ??= this.#restore().finally(() => (this.#rebuilding = undefined)));
  }

  /** Makes the store until it succeeds or the store is closed. */
  async restoreSurely(make = () => this.restore()): Promise<void> {
    const { onError, state } = this.#parts;
    while (!state.isPresent && !this.closing.aborted) {
      await make().catch(async (error: unknown) => {
        onError(error);
        await sleep(RETRY_AFTER_MS, undefined, { signal: this.closing, ref: false }).catch(() => {});
      });
    }
  }

  /** Makes a new store in the background. Not from a snapshot, which may be a copy of the damaged file. */
  replaceDamaged(cause: unknown): void {
    const { state, onError } = this.#parts;
    if (!state.isOpen) return;
    onError(cause);
    Object.assign(state, { isOpen: false, isPresent: false, isDamaged: true, percent: 0 });
    this.#replacing = this.restoreSurely(() => this.rebuild());
  }

  async #restore(): Promise<void> {
    const snapshot = await this.#openSnapshot().catch(() => undefined);
    await (snapshot ? this.#replace(snapshot) : this.#rebuild());
  }

  async #openSnapshot(): Promise<Duckdb | undefined> {
    const { files, source, engine, schema, position } = this.#parts;
    const { layout, next, spillFolder } = files;
    const { storage, db } = source;
    await files.clearNext(engine);
    if (!(await fetchSnapshot({ storage, layout, spillFolder }, position.head, next))) return undefined;
    const found = await openDuckdb({ ...engine, path: next });
    try {
      if (!(await isOfThisLog(found, db))) throw new Error('The snapshot is of another log.');
      await follow(source, found, schema, { signal: this.closing });
      return found;
    } catch (error) {
      await found.close();
      throw error;
    }
  }

  async #rebuild(onProgress?: OnProgress): Promise<void> {
    const { files, source, engine, schema, state, position } = this.#parts;
    await files.clearNext(engine);
    const made = await rebuild({
      source,
      schema,
      target: { ...engine, path: files.next },
      signal: this.closing,
      onProgress: (progress) => {
        state.percent = Math.floor(progress.fraction * 100);
        position.noteRebuilding(progress);
        onProgress?.(progress);
      },
    }).finally(() => position.noteRebuilding(undefined));
    await this.#replace(made);
  }

  async #replace(made: Duckdb): Promise<void> {
    const { files, source, schema, database, state, position } = this.#parts;
    await database.reopen(async () => {
      try {
        await follow(source, made, schema);
        await this.#refresh(made);
      } finally {
        await made.close();
      }
      await files.promote();
      return files.present;
    });
    position.noteApplied(await readState(database));
    Object.assign(state, { isOpen: true, isPresent: true, isDamaged: false });
  }

  /** Puts a copy of the store into the storage if the newest one lacks something, and returns its last batch. */
  async snapshot(lacking: Lacking): Promise<number | undefined> {
    const { files, source, database, state } = this.#parts;
    if (!state.isPresent) return undefined;
    const { layout, present: path, spillFolder } = files;
    const { db, storage } = source;
    return saveSnapshot({ db, database, storage, layout, path, spillFolder }, lacking);
  }

  async close(): Promise<void> {
    this.#parts.state.isClosed = true;
    this.#stop.abort();
    await this.#rebuilding?.catch(() => {});
    await this.#replacing;
    await this.#catchingUp?.catch(() => {});
    await this.database.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** False for a store that has batches which the log does not have, because PostgreSQL was restored from a backup. */
async function isOfThisLog(database: Duckdb, db: Db): Promise<boolean> {
  const { applied, batchId } = await readState(database);
  if (applied === 0) return true;
  const batch = await logStore.selectBatch(db, applied).executeTakeFirst();
  return batch?.id === batchId;
}
