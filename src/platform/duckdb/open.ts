import { DuckDBInstance } from '@duckdb/node-api';
import { Lock } from './lock.ts';
import { Session, type RunOptions } from './session.ts';
import type { Parameter, Row } from './values.ts';

export interface DuckdbOptions {
  /** The file, made when it is not there. Only one process may have it open. */
  readonly path: string;
  readonly threads: number;
  readonly memoryLimitBytes: number;
  /** Where what does not fit into memory goes meanwhile. */
  readonly spillFolder: string;
  /** Statements that may read at the same time; further ones wait their turn. */
  readonly readers: number;
}

export interface Duckdb {
  /** Each sees the newest committed state and never waits for the writer. */
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
  /** One writer at a time; `work` has a session of its own, whose temporary tables end with it. */
  write<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export async function openDuckdb(options: DuckdbOptions): Promise<Duckdb> {
  const opened = new OpenDuckdb(options);
  await opened.start();
  return opened;
}

class OpenDuckdb implements Duckdb {
  readonly #options: DuckdbOptions;
  readonly #readers: Lock;
  readonly #writer = new Lock(1);
  #idle: Session[] = [];
  #instance: DuckDBInstance | undefined;

  constructor(options: DuckdbOptions) {
    this.#options = options;
    this.#readers = new Lock(options.readers);
  }

  async start(): Promise<void> {
    const { path, threads, memoryLimitBytes, spillFolder } = this.#options;
    this.#instance = await DuckDBInstance.create(path, {
      threads: String(threads),
      memory_limit: `${memoryLimitBytes}B`,
      temp_directory: spillFolder,
      // Nothing is ever fetched from a network.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const session = await this.#connect();
    await session.run("set global timezone = 'UTC'");
    session.close();
  }

  async query<T extends object>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    const session = await this.#borrow(options.signal);
    try {
      return await session.query<T>(sql, parameters, options);
    } finally {
      this.#giveBack(session);
    }
  }

  async *stream<T extends object>(
    sql: string,
    parameters: readonly Parameter[] = [],
    options: RunOptions = {},
  ): AsyncGenerator<T[], void, undefined> {
    const session = await this.#borrow(options.signal);
    try {
      yield* session.stream<T>(sql, parameters, options);
    } finally {
      this.#giveBack(session);
    }
  }

  async write<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#writer.acquire(signal);
    try {
      const session = await this.#connect();
      try {
        return await work(session);
      } finally {
        session.close();
      }
    } catch (error) {
      await this.#recover();
      throw error;
    } finally {
      this.#writer.release();
    }
  }

  async close(): Promise<void> {
    await this.#writer.acquire();
    this.#stop();
    this.#writer.release();
  }

  async #borrow(signal?: AbortSignal): Promise<Session> {
    await this.#readers.acquire(signal);
    try {
      return this.#idle.pop() ?? (await this.#connect());
    } catch (error) {
      this.#readers.release();
      throw error;
    }
  }

  #giveBack(session: Session): void {
    this.#idle.push(session);
    this.#readers.release();
  }

  async #connect(): Promise<Session> {
    if (!this.#instance) throw new Error(`${this.#options.path} is closed.`);
    return new Session(await this.#instance.connect());
  }

  /** A write that the disk refused leaves the engine unusable until the file is opened anew. */
  async #recover(): Promise<void> {
    const probe = await this.#connect();
    try {
      await probe.query('select 1');
    } catch {
      this.#stop();
      await this.start();
    } finally {
      probe.close();
    }
  }

  #stop(): void {
    for (const session of this.#idle) session.close();
    this.#idle = [];
    this.#instance?.closeSync();
    this.#instance = undefined;
  }
}
