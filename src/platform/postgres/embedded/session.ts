import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { SUPERUSER, isAlive } from './create.ts';
import type { Place } from './place.ts';
import { findPostmaster, lastLogLines, launch, stopPostmaster, type Settings } from './run.ts';

const POLL_MS = 20;
const OWNER_LOCK = 7_216_340_001;
const CANNOT_CONNECT_NOW = '57P03';
const OWNER_NAME = 'quaestor owner';

/** A connection to the server; `closed` resolves when it ends. */
export interface Session {
  readonly client: Client;
  readonly port: number;
  readonly closed: Promise<void>;
}

export interface Cluster {
  readonly place: Place;
  readonly password: string;
  readonly settings: Settings;
  /** How long to wait for a login or a signal before a stronger signal is sent. */
  readonly waitMs: number;
}

/** Connects to the server of the cluster; starts it if it does not run, and restarts it if it does not respond. */
export async function reach(cluster: Cluster, port?: number): Promise<Session> {
  const { place, settings, waitMs } = cluster;
  let reason: unknown;
  for (let attempt = 1; attempt <= 5; attempt++) {
    const found = (await findPostmaster(place)) ?? (await launch(place, settings, port));
    if (found !== undefined) {
      try {
        const session = await logIn(cluster);
        if (session) return session;
      } catch (error) {
        reason = error;
        await stopPostmaster(place, waitMs);
      }
    }
    await sleep(attempt * 100);
  }
  throw new Error(`The embedded PostgreSQL does not start. ${await lastLogLines(place)}`, { cause: reason });
}

/** Returns `undefined` if the server exits, and throws if it runs but does not respond. */
async function logIn({ place, password, waitMs }: Cluster): Promise<Session | undefined> {
  for (let deadline = Date.now() + waitMs; ; await sleep(POLL_MS)) {
    const found = await findPostmaster(place);
    if (found === undefined) return undefined;
    let busy = found.status !== 'ready';
    if (!busy) {
      const session = openSession(found.port, password, waitMs);
      try {
        await session.client.connect();
        return session;
      } catch (error) {
        await session.client.end();
        busy = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW;
        if (!busy && Date.now() > deadline) throw error;
      }
    }
    // Crash recovery and a clean shutdown have no time limit.
    if (busy) deadline = Date.now() + waitMs;
  }
}

function openSession(port: number, password: string, timeoutMs: number): Session {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: timeoutMs,
    application_name: `${OWNER_NAME} ${process.pid}`,
  });
  client.on('error', () => {});
  const closed = new Promise<void>((resolve) => void client.once('end', resolve));
  return { client, port, closed };
}

/**
 * Makes this session the owner of the cluster until it ends. Returns the process id of another owner, if there is one.
 */
export async function claim({ client }: Session): Promise<number | undefined> {
  for (const deadline = Date.now() + 5000; ; await sleep(POLL_MS)) {
    const lock = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [OWNER_LOCK]);
    if (lock.rows[0]?.won) return undefined;
    const {
      rows: [owner],
    } = await client.query<{ pid: number }>(
      `select split_part(application_name, ' ', 3)::int as pid
      from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and application_name like $1`,
      [`${OWNER_NAME} %`],
    );
    // The server notices with a delay that an owner was killed.
    if (owner && (isAlive(owner.pid) || Date.now() > deadline)) return owner.pid;
  }
}
