import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import postgres, { type Options, type Sql } from 'postgres';
import type { Address } from './address.ts';
import { ARRAY_TYPES } from './arrays.ts';
import { CONNECT_TIMEOUT_MS, connectionOptions } from './options.ts';

const IDLE_MS = 5 * 60_000;
const OLDEST_MAJOR_VERSION = 15;

export interface PoolOptions {
  address: Address;
  /** At most so many connections. */
  size: number;
  /** How long a request may wait while all connections are held. */
  waitMs: number;
  /** Settings of every session. */
  session: Record<string, string | number>;
}

export interface PoolGauge {
  readonly busy: number;
  readonly idle: number;
  /** Requests that wait because all connections are held. */
  readonly waiting: number;
}

/** A connection that is used by nobody else until it is released. */
export interface Held {
  readonly sql: Sql;
  release(): void;
  /** Closes the connection, whatever state its session is in. */
  discard(): void;
}

interface Line {
  readonly sql: Sql;
  readonly ready: Promise<void>;
  held: boolean;
  /** Statements under way that share the line. */
  shared: number;
  usedAt: number;
}

interface Waiter {
  readonly hold: boolean;
  readonly resolve: (line: Line) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Connections to the database, each a client of postgres.js with one socket, which is never opened again: what
 * is sent over it reaches its session or fails. The pool of postgres.js itself is no place for transactions.
 * When a connection it has reserved is lost, it writes to a closed socket, which ends the process; sends the
 * rest of the transaction over the next session; or forgets who waits (its issues 1155, 1195, 1199 and 1208).
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #lines = new Set<Line>();
  readonly #waiting: Waiter[] = [];
  readonly #sweeping: NodeJS.Timeout;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#sweeping = setInterval(() => this.#closeIdle(), IDLE_MS / 5).unref();
  }

  /** Sends a statement, along with others over the same connection when there are more of them than connections. */
  async share<T>(send: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const line = await this.#take(false);
    try {
      await line.ready;
      return await send(line.sql);
    } finally {
      line.shared -= 1;
    }
  }

  async hold(): Promise<Held> {
    const line = await this.#take(true);
    await line.ready;
    return {
      sql: line.sql,
      release: () => {
        line.held = false;
        this.#serve();
      },
      discard: () => this.#drop(line),
    };
  }

  gauge(): PoolGauge {
    const busy = [...this.#lines].filter(isBusy).length;
    return { busy, idle: this.#lines.size - busy, waiting: this.#waiting.length };
  }

  /** Lets statements under way end, for some seconds. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeping);
    for (const waiter of this.#waiting.splice(0)) refuse(waiter, closedError());
    await Promise.all([...this.#lines].map((line) => line.sql.end({ timeout: 5 })));
  }

  async #take(hold: boolean): Promise<Line> {
    if (this.#closed) throw closedError();
    const line = this.#choose();
    if (line) return occupy(line, hold);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(failure('POOL_EXHAUSTED', 'No connection to the database became free in time.'));
      }, this.#options.waitMs);
      const waiter = { hold, resolve, reject, timer };
      this.#waiting.push(waiter);
    });
  }

  #choose(): Line | undefined {
    let best: Line | undefined;
    for (const line of this.#lines) {
      if (!line.held && (best === undefined || line.shared < best.shared)) best = line;
    }
    if (best?.shared === 0 || this.#lines.size >= this.#options.size) return best;
    return this.#open();
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const line = this.#choose();
      if (!line) return;
      const waiter = this.#waiting.shift();
      if (waiter) accept(waiter, line);
    }
  }

  #open(): Line {
    const { address, session } = this.#options;
    const settings: Options<typeof ARRAY_TYPES> & { socket: () => Promise<Socket> } = {
      ...connectionOptions(address),
      connection: session,
      types: ARRAY_TYPES,
      socket: openOnce(address.host, address.port),
      onnotice: () => {},
      onclose: () => this.#drop(line),
    };
    const sql = postgres(settings) as unknown as Sql;
    const line: Line = { sql, ready: greet(sql), held: false, shared: 0, usedAt: 0 };
    line.ready.catch(() => this.#drop(line));
    this.#lines.add(line);
    return line;
  }

  #drop(line: Line): void {
    if (!this.#lines.delete(line)) return;
    void line.sql.end({ timeout: 0 });
    this.#serve();
  }

  #closeIdle(): void {
    for (const line of this.#lines) {
      if (!isBusy(line) && performance.now() - line.usedAt > IDLE_MS) this.#drop(line);
    }
  }
}

const isBusy = (line: Line) => line.held || line.shared > 0;

function occupy(line: Line, hold: boolean): Line {
  if (hold) line.held = true;
  else line.shared += 1;
  line.usedAt = performance.now();
  return line;
}

function accept({ timer, hold, resolve }: Waiter, line: Line): void {
  clearTimeout(timer);
  resolve(occupy(line, hold));
}

function refuse({ timer, reject }: Waiter, error: Error): void {
  clearTimeout(timer);
  reject(error);
}

async function greet(sql: Sql): Promise<void> {
  await sql`select`;
  const { server_version: version = '' } = sql.parameters as { server_version?: string };
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR_VERSION) return;
  throw new Error(
    `The database server has version ${version}. PostgreSQL ${OLDEST_MAJOR_VERSION} or later is needed.`,
  );
}

/** postgres.js asks for another socket when the first was closed; it gets none. */
function openOnce(host: string, port: number): () => Promise<Socket> {
  let opened = false;
  return async () => {
    if (opened) throw closedError();
    opened = true;
    const path = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const socket = connect({ ...path, noDelay: true });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      socket.destroy(failure('CONNECT_TIMEOUT', `The database at ${host}:${port} does not answer.`));
    });
    await once(socket, 'connect');
    socket.setTimeout(0);
    // What postgres.js expects of a socket when it begins TLS.
    return Object.assign(socket, { host, port });
  };
}

const closedError = () => failure('CONNECTION_CLOSED', 'The connection to the database is closed.');

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
