import { access } from 'node:fs/promises';
import { Problem } from '../../kernel/index.ts';
import { InUse, openDuckdb, type Duckdb, type DuckdbOptions } from '../../platform/duckdb/index.ts';
import { follow, type LogSource } from './follow.ts';
import { selectBatch } from './log/store.ts';
import type { Position } from './position.ts';
import { rebuild, type RebuildProgress } from './rebuild.ts';
import { StoreFiles } from './store/files.ts';
import { layoutOf, type Schema } from './store/layout.ts';
import { readState } from './store/state.ts';

type Engine = Omit<DuckdbOptions, 'path'>;

export interface LiveStoreOptions extends Omit<LogSource, 'spillFolder'>, Omit<Engine, 'spillFolder'> {
  readonly folder: string;
}

type OnProgress = (progress: RebuildProgress) => void;

/** Failures to open a file that say nothing about its content. */
const OUTSIDE = /permission denied|no space left|too many open files|out of memory/i;

/** The store of this process: opens it, keeps it up with the log and makes it again. */
export async function createLiveStore(
  options: LiveStoreOptions,
  schema: Schema,
  position: Position,
): Promise<LiveStore> {
  const { db, storage, folder, threads, memoryLimitBytes, readers } = options;
  const files = new StoreFiles(folder, layoutOf(schema));
  const { spillFolder } = files;
  const source = { db, storage, spillFolder };
  const engine = { spillFolder, threads, memoryLimitBytes, readers };
  const state = { isOpen: false, isClosed: false, percent: 0 };
  const database = await openDuckdb({
    ...engine,
    whenClosed: () => (state.isClosed ? new Error('The fact store is closed.') : beingMade(state.percent)),
  });
  return new LiveStore({ files, source, engine, schema, database, state, position });
}

const beingMade = (percent: number): Problem =>
  new Problem('unavailable', `The fact store is being made from the log: ${percent} % are done.`, {
    headers: { 'retry-after': '5' },
  });

interface Parts {
  readonly files: StoreFiles;
  readonly source: LogSource;
  readonly engine: Engine;
  readonly schema: Schema;
  readonly database: Duckdb;
  readonly state: { isOpen: boolean; isClosed: boolean; percent: number };
  readonly position: Position;
}

export class LiveStore {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #catchingUp: Promise<void> | undefined;
  #isAskedAgain = false;
  #rebuilding: Promise<void> | undefined;

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
    const { isOpen, percent } = this.#parts.state;
    return isOpen ? undefined : beingMade(percent);
  }

  get closing(): AbortSignal {
    return this.#stop.signal;
  }

  /** Opens the store of this layout; false when there is none that can be used. */
  async openPresent(): Promise<boolean> {
    const { files, database, state } = this.#parts;
    const { present } = files;
    const isThere = await access(present).then(
      () => true,
      () => false,
    );
    if (isThere) {
      try {
        await database.reopen(async () => present);
        state.isOpen = await this.#isOfThisLog();
      } catch (error) {
        if (error instanceof InUse || OUTSIDE.test((error as Error).message)) throw error;
      }
      if (!state.isOpen) {
        await database.reopen(async () => undefined);
        await files.setAside(present);
      }
    }
    if (!state.isOpen) await files.clearNext(this.#parts.engine);
    await files.clearSpill();
    await this.refresh();
    return state.isOpen;
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

  /** False for a store that has batches which the log does not have, because PostgreSQL was restored from a backup. */
  async #isOfThisLog(): Promise<boolean> {
    const state = await readState(this.database);
    if (state.applied > 0) {
      const batch = await selectBatch(this.#parts.source.db, state.applied).executeTakeFirst();
      if (batch?.id !== state.batchId) return false;
    }
    this.#parts.position.noteApplied(state);
    return true;
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
      position.noteApplied(await follow(source, database, schema, this.closing));
    }
  }

  /** Makes the store from the log, while the present one answers, and puts it in its place. */
  rebuild(onProgress?: OnProgress): Promise<void> {
    return (this.#rebuilding ??= this.#rebuild(onProgress).finally(() => (this.#rebuilding = undefined)));
  }

  async #rebuild(onProgress?: OnProgress): Promise<void> {
    const { files, source, engine, schema, database, state, position } = this.#parts;
    await files.clearNext(engine);
    const made = await rebuild({
      source,
      schema,
      target: { ...engine, path: files.next },
      signal: this.closing,
      onProgress: (progress) => {
        state.percent = Math.floor(progress.fraction * 100);
        onProgress?.(progress);
      },
    });
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
    state.isOpen = true;
  }

  async close(): Promise<void> {
    this.#parts.state.isClosed = true;
    this.#stop.abort();
    await this.#rebuilding?.catch(() => {});
    await this.#catchingUp?.catch(() => {});
    await this.database.close();
  }
}
