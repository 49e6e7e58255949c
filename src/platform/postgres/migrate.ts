import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql, type Kysely } from 'kysely';
import type { ClientBase } from 'pg';
import { sha256 } from '../../kernel/index.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { readAddress } from './address.ts';
import { openPool } from './pool.ts';

const FOLDER = join(PACKAGE_ROOT, 'migrations');
const LOCK = 7_216_340_011;
const STOP_FIRST = /^-- stop-first (?<role>\w+): (?<reason>.+)$/m;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

type Applied = Pick<Migration, 'name' | 'hash'>;

/**
 * Applies the numbered files of `migrations/` that the database has not seen, in the order of their names,
 * each in its own transaction. Processes may start at the same time: an advisory lock serializes them. Returns the
 * names of the files applied by this call.
 *
 * A file is never changed once it has been released, only followed by another. It holds nothing that cannot
 * run in a transaction, and it leaves the tables usable by the version before it, which may still be running; one that
 * cannot has a line such as `-- stop-first worker: the reason`, and is not applied while processes of that role are
 * connected.
 */
export async function migrate(
  { url }: { url: string },
  folder: string = FOLDER,
  say: (line: string) => void = () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  // Connections of its own: building an index may take longer than any statement of the service may.
  const address = readAddress(url);
  const { pool, close } = openPool({ address, size: 2, applicationName: 'quaestor migrate' });
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      const applied = await applyPending(client, migrations, say);
      await runMigrations({ pgPool: pool });
      return applied;
    } finally {
      // Closing the session gives up the lock.
      client.release(true);
    }
  } finally {
    await close();
  }
}

async function applyPending(
  client: ClientBase,
  migrations: Migration[],
  say: (line: string) => void,
): Promise<string[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<Applied>('select name, hash from migration order by name');
  const pending = comparePending(migrations, rows);
  const [first] = pending;
  if (first && rows.length > 0) {
    await refuseBesideOthers(client, pending);
    say(
      `Migrating the database, from ${first.name} to ${pending.at(-1)?.name}. ` +
        'Earlier versions cannot start with it afterwards: the only way back is a backup.',
    );
  }
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

async function refuseBesideOthers(client: ClientBase, pending: readonly Migration[]): Promise<void> {
  const [stop] = pending.flatMap(({ name, text }) => {
    const { role, reason } = STOP_FIRST.exec(text)?.groups ?? {};
    return role === undefined ? [] : [{ name, role, reason }];
  });
  if (!stop) return;
  const { rows } = await client.query<{ name: string }>(
    `select distinct split_part(application_name, ':', 1) as name from pg_stat_activity
     where datname = current_database() and application_name ~ ('^quaestor [a-z,]*' || $1::text) order by 1`,
    [stop.role],
  );
  if (rows.length === 0) return;
  throw new Error(
    `Migration ${stop.name} needs processes of earlier versions with the role ${stop.role} to be stopped first: ${stop.reason} ` +
      `Still connected: ${rows.map(({ name }) => name).join('; ')}.`,
  );
}

/** Returns the names of the migrations that the database lacks. Rejects if it is not one of this version's. */
export async function findPending<T>(db: Kysely<T>): Promise<string[]> {
  const migrations = await readMigrations(FOLDER);
  const { rows: found } = await sql<{
    is: boolean;
  }>`select to_regclass('migration') is not null as is`.execute(db);
  const { rows } = found[0]?.is
    ? await sql<Applied>`select name, hash from migration order by name`.execute(db)
    : { rows: [] };
  return comparePending(migrations, rows).map(({ name }) => name);
}

function comparePending(migrations: Migration[], rows: readonly Applied[]): Migration[] {
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const unknown = rows.find((row) => !migrations.some(({ name }) => name === row.name));
  if (unknown) {
    throw new Error(
      `The database has migration ${unknown.name}, which this version does not have. ` +
        'Run the version that migrated it. A database of a version before 0.2.0 cannot be upgraded: use an empty one.',
    );
  }
  const changed = migrations.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash);
  if (changed) {
    throw new Error(
      `Migration ${changed.name} was changed after it had been applied. Restore it and add a new file.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: ClientBase, { name, text, hash }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: sha256(text).toString('hex') };
    }),
  );
}
