import { defaults, Pool, type ClientBase, type PoolClient } from 'pg';
import type { Address } from './address.ts';
import { TYPES } from './types.ts';

const CLOSE_MS = 5000;
const IDLE_MS = 5 * 60_000;
/** The server ends a transaction of a process that hangs or is cut off, so that others get its row locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const OLDEST_MAJOR_VERSION = 15;

defaults.parseInputDatesAsUTC = true;

export interface PoolOptions {
  readonly address: Address;
  /** The most connections. */
  readonly size: number;
  readonly applicationName: string;
  /** How long a request may wait for a connection; by default 10 s. */
  readonly waitMs?: number | undefined;
  /** By default statements may take any time. */
  readonly statementTimeoutMs?: number;
}

export interface OpenPool {
  readonly pool: Pool;
  /** The process id of the server's side of a connection. */
  readonly backendOf: (client: ClientBase) => number;
  /** Waits some seconds for statements under way, then cuts their connections. */
  readonly close: () => Promise<void>;
}

export function openPool(options: PoolOptions): OpenPool {
  const { address, size, applicationName, waitMs = 10_000, statementTimeoutMs } = options;
  const backends = new WeakMap<ClientBase, number>();
  const pool = new Pool({
    ...address,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: IDLE_MS,
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: TYPES,
    // eslint-disable-next-line typescript/no-misused-promises -- pg waits for it; only its types do not say so
    onConnect: async (client) => void backends.set(client, await prepareSession(client)),
  });
  const clients = new Set<PoolClient>();
  // An error event without a listener would end the process. Statements under way fail by themselves.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    clients.add(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    backendOf: (client) => backends.get(client) ?? 0,
    close: async () => {
      if (pool.ending) return;
      const cut = setTimeout(() => {
        for (const client of clients) void client.end();
      }, CLOSE_MS);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

/** Returns the process id of the server's side. */
async function prepareSession(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string; backend: number }>(`
    select current_setting('server_version') as version, pg_backend_pid() as backend,
      set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false)`);
  const { version = '', backend = 0 } = rows[0] ?? {};
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR_VERSION) return backend;
  throw new Error(
    `The database server has version ${version}. PostgreSQL ${OLDEST_MAJOR_VERSION} or later is needed.`,
  );
}
