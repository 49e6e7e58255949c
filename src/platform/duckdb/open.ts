import { DuckDBInstance } from '@duckdb/node-api';
import { Problem, Semaphore, type Release } from '../../kernel/index.ts';
import { hasInvalidated, InUse, isAboutContent, isCausedByDamage, isDamage } from './errors.ts';
import { Session, type Parsed, type RunOptions } from './session.ts';
import type { Parameter, Row } from './values.ts';

export interface DuckdbOptions {
  /** The file, created if it does not exist. Only one process can open it. Without it, `reopen` opens one. */
  readonly path?: string | undefined;
  readonly threads: number;
  readonly memoryLimitBytes: number;
  /** For intermediate results that do not fit into memory. */
  readonly spillFolder: string;
  /** The maximum number of concurrent reads; further ones wait. */
  readonly readers: number;
  /** Creates the error of every call while no file is open, or the open one is damaged. */
  readonly whenUnusable?: () => Error;
  /** Called once when a part of the open file cannot be read. Every call then rejects until `reopen`. */
  readonly onDamage?: (cause: unknown) => void;
}

type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** The maximum number of sessions that prepare a write concurrently; further ones wait. */
const PREPARERS = 4;

export type Duckdb = Pick<DuckdbFile, keyof DuckdbFile>;

export async function openDuckdb(options: DuckdbOptions): Promise<Duckdb> {
  const duckdb = new DuckdbFile(options);
  const { path } = options;
  if (path !== undefined) await duckdb.reopen(async () => path);
  return duckdb;
}

/** An open database file. Readers see the newest committed state and never wait for the writer. */
class DuckdbFile {
  readonly #options: DuckdbOptions;
  readonly #readers: Semaphore;
  readonly #preparers = new Semaphore({ places: PREPARERS });
  readonly #writer = new Semaphore({ places: 1 });
  #isClosed = false;
  #isWriting = false;
  #replacements = 0;
  #writes = 0;
  #failures = 0;
  #recovering: Promise<void> | undefined;
  #idle: Session[] = [];
  #path: string | undefined;
  #isDamaged = false;
  #instance: DuckDBInstance | undefined;

  constructor(options: DuckdbOptions) {
    this.#options = options;
    this.#readers = new Semaphore({ places: options.readers });
  }

  async #start(path: string): Promise<void> {
    const { threads, memoryLimitBytes, spillFolder } = this.#options;
    this.#path = path;
    this.#isDamaged = false;
    this.#instance = await DuckDBInstance.create(path, {
      threads: String(threads),
      memory_limit: `${memoryLimitBytes}B`,
      temp_directory: spillFolder,
      // The newest text compression writes faster and takes less space.
      storage_compatibility_version: 'latest',
      // With a smaller log, nearly every large batch would wait for a checkpoint.
      wal_autocheckpoint: '64MB',
      // Returns unused memory to the system soon, not at the next large query.
      allocator_background_threads: 'true',
      allocator_flush_threshold: '16MB',
      // Never downloads extensions.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    }).catch((error: unknown) => throwInUse(path, error));
    const session = await this.#connect();
    await session.run("set global timezone = 'UTC'");
    session.close();
  }

  /**
   * Plans and runs the statement in one transaction: the engine plans with the value ranges of the data, so a plan made
   * before a write may give a wrong result after it.
   */
  async query<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    // A statement without parameters is planned and run in one step.
    const read = parameters.length === 0 ? this.#borrowed.bind(this) : this.snapshot.bind(this);
    return read((session) => session.query<T>(sql, parameters, options), options.signal);
  }

  parse(sql: string): Promise<Parsed> {
    return this.#borrowed((session) => session.parse(sql));
  }

  /** Runs several statements that all see the same state. */
  snapshot<T>(
    work: (session: Pick<Session, 'query' | 'parse'>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#borrowed((session) => session.transaction(() => work(session)), signal);
  }

  async *stream<T extends object = Row>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): AsyncGenerator<T[], void, undefined> {
    const { session, giveBack } = await this.#borrow(options.signal);
    try {
      await session.run('begin');
      yield* session.stream<T>(sql, parameters, options);
    } catch (error) {
      throw this.#handleFault(error);
    } finally {
      await session.run('rollback').catch(() => {});
      giveBack();
    }
  }

  /** Runs one writer at a time, in a session of its own, whose temporary tables end with it. */
  write<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.prepare((session, alone) => alone(() => work(session)), signal);
  }

  /** Like `write`, but others may write until `work` calls `alone`: before that it must change only temporary tables. */
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
      if (isDamage(error)) throw this.#handleFault(error);
      // What a caller has wrapped says more than the damage, for example that the log has the batch.
      if (isCausedByDamage(error)) this.#noteDamage(error);
      await this.#recoverOnce();
      throw error;
    }
  }

  /** Rejects, with the reason, while the file cannot be read. */
  async check(): Promise<void> {
    await this.query('select 1');
  }

  /** How often the engine has failed, or its file was found damaged. */
  get failures(): number {
    return this.#failures;
  }

  /** A number that differs after every write; undefined during a write. */
  get revision(): number | undefined {
    return this.#isWriting ? undefined : this.#writes;
  }

  /** How often another file has taken the place of the one before. */
  get replacements(): number {
    return this.#replacements;
  }

  /**
   * Continues with another file. Waits for running calls; new ones wait until the file is open. `prepare` runs while no
   * file is open and resolves with the path, or undefined for none. If it fails, the previous file is opened again.
   */
  async reopen(prepare: () => Promise<string | undefined>): Promise<void> {
    await this.#alone(async () => {
      this.#stop();
      this.#writes += 1;
      this.#replacements += 1;
      let path = this.#path;
      this.#path = undefined;
      try {
        path = await prepare();
      } finally {
        if (path !== undefined) await this.#start(path);
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
    } catch (error) {
      throw this.#handleFault(error);
    } finally {
      giveBack();
    }
  }

  async #borrow(signal?: AbortSignal): Promise<{ session: Session; giveBack: Release }> {
    const release = await this.#readers.acquire({ signal });
    try {
      const session = (this.#isDamaged ? undefined : this.#idle.pop()) ?? (await this.#connect());
      const giveBack = (): void => {
        this.#idle.push(session);
        release();
      };
      return { session, giveBack };
    } catch (error) {
      release();
      // A file that could not be opened for lack of space or memory is tried again.
      if (!this.#instance && this.#path !== undefined) this.#recoverOnce().catch(() => {});
      throw error;
    }
  }

  async #connect(): Promise<Session> {
    if (!this.#instance || this.#isDamaged) throw this.#unusable();
    return new Session(await this.#instance.connect());
  }

  /** After a failed disk write the engine is unusable until the file is opened again. */
  async #recover(): Promise<void> {
    if (this.#isClosed || this.#isDamaged || (await this.#isUsable())) return;
    this.#failures += 1;
    await this.#alone(async () => {
      if (this.#isClosed) return;
      this.#stop();
      this.#writes += 1;
      if (this.#path === undefined) return;
      await this.#start(this.#path).catch((error: unknown) => {
        if (isAboutContent(error)) this.#noteDamage(error);
        throw error;
      });
    });
  }

  #recoverOnce(): Promise<void> {
    return (this.#recovering ??= this.#recover().finally(() => (this.#recovering = undefined)));
  }

  /** An error of a read that has invalidated the engine becomes a 503, and the file is opened again. */
  #handleFault(cause: unknown): unknown {
    if (isDamage(cause)) {
      this.#noteDamage(cause);
      return this.#unusable();
    }
    if (!hasInvalidated(cause)) return cause;
    // Not awaited: it waits for all readers, of which the caller is still one.
    this.#recoverOnce().catch(() => {});
    return new Problem('unavailable', 'The fact store has failed and is being opened again.', {
      cause,
      headers: { 'retry-after': '1' },
    });
  }

  #noteDamage(cause: unknown): void {
    if (this.#isDamaged || this.#isClosed) return;
    this.#isDamaged = true;
    this.#failures += 1;
    this.#options.onDamage?.(cause);
  }

  #unusable(): Error {
    return (
      this.#options.whenUnusable?.() ??
      new Error(this.#isDamaged ? `${this.#path} is damaged.` : 'The database is closed.')
    );
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

  /** Waits for running calls; new ones wait for `work`. */
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

function throwInUse(path: string, error: unknown): never {
  const [, pid] = /Conflicting lock is held.*\(PID (\d+)\)/.exec((error as Error).message) ?? [];
  if (pid === undefined) throw error;
  throw new InUse(`${path} is in use by process ${pid}. Stop it, or choose another folder with --data.`, {
    cause: error,
  });
}
