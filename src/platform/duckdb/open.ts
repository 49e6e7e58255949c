import { DuckDBInstance } from '@duckdb/node-api';
import { Semaphore, type Release } from '../../kernel/index.ts';
import { Session, type Parsed, type RunOptions } from './session.ts';
import type { Parameter, Row } from './values.ts';

export interface DuckdbOptions {
  /** The file, made when it is not there. Only one process may have it open. Without it, `reopen` opens one. */
  readonly path?: string | undefined;
  readonly threads: number;
  readonly memoryLimitBytes: number;
  /** Where what does not fit into memory goes meanwhile. */
  readonly spillFolder: string;
  /** Statements that may read at the same time; further ones wait their turn. */
  readonly readers: number;
  /** The error with which everything fails while no file is open. */
  readonly whenClosed?: () => Error;
}

export interface Duckdb {
  /**
   * Each sees the newest committed state and never waits for the writer. It is planned and run in one transaction:
   * the engine plans by the ranges of the values that there are, and a plan made before a write may answer wrongly
   * after it.
   */
  query<T extends object = Row>(
    sql: string,
    parameters?: readonly Parameter[],
    options?: RunOptions,
  ): Promise<T[]>;
  stream<T extends object = Row>(
    sql: string,
    parameters?: readonly Parameter[],
    options?: RunOptions,
  ): AsyncGenerator<T[], void, undefined>;
  parse: Session['parse'];
  /** Several statements that all see the same state. */
  snapshot<T>(
    work: (session: Pick<Session, 'query' | 'parse'>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Another number after everything that is written, and none while something is being written. */
  readonly revision: number | undefined;
  /** One writer at a time; `work` has a session of its own, whose temporary tables end with it. */
  write<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The same, but others may write until `work` asks to be alone: what it does before must touch only temporary tables. */
  prepare<T>(work: (session: Session, alone: Alone) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Goes on with another file. Waits for everything under way; whatever comes meanwhile waits until the file is open.
   * `prepare` resolves with the path of the file, or with undefined for none; it runs while none is open. When it fails,
   * the file before is opened again.
   */
  reopen(prepare: () => Promise<string | undefined>): Promise<void>;
  close(): Promise<void>;
}

type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** Sessions that may prepare a write at the same time; further ones wait their turn. */
const PREPARERS = 4;

export async function openDuckdb(options: DuckdbOptions): Promise<Duckdb> {
  const opened = new OpenDuckdb(options);
  if (options.path !== undefined) await opened.start(options.path);
  return opened;
}

class OpenDuckdb implements Duckdb {
  readonly #options: DuckdbOptions;
  readonly #readers: Semaphore;
  readonly #preparers = new Semaphore({ places: PREPARERS });
  readonly #writer = new Semaphore({ places: 1 });
  #isClosed = false;
  #isWriting = false;
  #writes = 0;
  #recovering: Promise<void> | undefined;
  #idle: Session[] = [];
  #path: string | undefined;
  #instance: DuckDBInstance | undefined;

  constructor(options: DuckdbOptions) {
    this.#options = options;
    this.#readers = new Semaphore({ places: options.readers });
  }

  async start(path: string): Promise<void> {
    const { threads, memoryLimitBytes, spillFolder } = this.#options;
    this.#path = path;
    this.#instance = await DuckDBInstance.create(path, {
      threads: String(threads),
      memory_limit: `${memoryLimitBytes}B`,
      temp_directory: spillFolder,
      // The newest way of packing texts takes less time to write and less room.
      storage_compatibility_version: 'latest',
      // Otherwise nearly every batch of some size would wait for the tables to be written too.
      wal_autocheckpoint: '64MB',
      // Memory that is no longer needed goes back to the system soon, not at the next heavy question.
      allocator_background_threads: 'true',
      allocator_flush_threshold: '16MB',
      // Nothing is ever fetched from a network.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    }).catch((error: unknown) => tellOwner(path, error));
    const session = await this.#connect();
    await session.run("set global timezone = 'UTC'");
    session.close();
  }

  async query<T extends object>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    // With everything in it, a statement is a transaction of its own.
    const read = parameters.length === 0 ? this.#borrowed.bind(this) : this.snapshot.bind(this);
    return read((session) => session.query<T>(sql, parameters, options), options.signal);
  }

  parse(sql: string): Promise<Parsed> {
    return this.#borrowed((session) => session.parse(sql));
  }

  snapshot<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#borrowed((session) => session.transaction(() => work(session)), signal);
  }

  async *stream<T extends object>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): AsyncGenerator<T[], void, undefined> {
    const { session, giveBack } = await this.#borrow(options.signal);
    try {
      await session.run('begin');
      yield* session.stream<T>(sql, parameters, options);
    } finally {
      await session.run('rollback');
      giveBack();
    }
  }

  write<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.prepare((session, alone) => alone(() => work(session)), signal);
  }

  async prepare<T>(work: (session: Session, alone: Alone) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const alone: Alone = (inner) => this.#writer.run(() => this.#count(inner), { signal });
    try {
      const connectAndWork = async (): Promise<T> => {
        const session = await this.#connect();
        try {
          return await work(session, alone);
        } finally {
          session.close();
        }
      };
      return await this.#preparers.run(connectAndWork, { signal });
    } catch (error) {
      await (this.#recovering ??= this.#recover().finally(() => (this.#recovering = undefined)));
      throw error;
    }
  }

  get revision(): number | undefined {
    return this.#isWriting ? undefined : this.#writes;
  }

  async reopen(prepare: () => Promise<string | undefined>): Promise<void> {
    await this.#alone(async () => {
      this.#stop();
      this.#writes += 1;
      let path = this.#path;
      this.#path = undefined;
      try {
        path = await prepare();
      } finally {
        if (path !== undefined) await this.start(path);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#alone(async () => this.#stop());
  }

  async #count<T>(work: () => Promise<T>): Promise<T> {
    this.#isWriting = true;
    try {
      return await work();
    } finally {
      this.#writes += 1;
      this.#isWriting = false;
    }
  }

  async #borrowed<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { session, giveBack } = await this.#borrow(signal);
    try {
      return await work(session);
    } finally {
      giveBack();
    }
  }

  async #borrow(signal?: AbortSignal): Promise<{ session: Session; giveBack: Release }> {
    const release = await this.#readers.acquire({ signal });
    try {
      const session = this.#idle.pop() ?? (await this.#connect());
      const giveBack = (): void => {
        this.#idle.push(session);
        release();
      };
      return { session, giveBack };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #connect(): Promise<Session> {
    if (!this.#instance) throw this.#options.whenClosed?.() ?? new Error('The database is closed.');
    return new Session(await this.#instance.connect());
  }

  /** A write that the disk refused leaves the engine unusable until the file is opened anew. */
  async #recover(): Promise<void> {
    if (this.#isClosed || (await this.#isUsable())) return;
    await this.#alone(async () => {
      this.#stop();
      if (this.#path !== undefined) await this.start(this.#path);
    });
  }

  async #isUsable(): Promise<boolean> {
    try {
      const probe = await this.#connect();
      await probe.query('select 1').finally(() => probe.close());
      return true;
    } catch {
      return false;
    }
  }

  /** Waits for all that is under way; what comes meanwhile waits for `work`. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const releasePreparers = await this.#preparers.acquireAll();
    const releaseReaders = await this.#readers.acquireAll();
    try {
      await work();
    } finally {
      releaseReaders();
      releasePreparers();
    }
  }

  #stop(): void {
    for (const session of this.#idle) session.close();
    this.#idle = [];
    this.#instance?.closeSync();
    this.#instance = undefined;
  }
}

function tellOwner(path: string, error: unknown): never {
  const [, pid] = /Conflicting lock is held.*\(PID (\d+)\)/.exec((error as Error).message) ?? [];
  if (pid === undefined) throw error;
  throw new InUse(`${path} is in use by process ${pid}. Stop it, or choose another folder with --data.`, {
    cause: error,
  });
}

/** Another process has the file open. */
export class InUse extends Error {
  override readonly name = 'InUse';
}
