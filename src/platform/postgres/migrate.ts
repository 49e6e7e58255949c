import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { Sql } from 'postgres';
import { sha256 } from '../../kernel/index.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { readAddress } from './address.ts';
import { Pool } from './pool.ts';

const FOLDER = join(PACKAGE_ROOT, 'migrations');
const LOCK = 7_216_340_011;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/**
 * Applies the numbered files of `migrations/` that the database has not seen, in the order of their names,
 * each in its own transaction. Processes may start at the same time: an advisory lock serializes them. Returns the
 * names of the files applied by this call.
 *
 * A file is never changed once it has been released, only followed by another. It holds nothing that cannot
 * run in a transaction, and it leaves the tables usable by the version before it, which may still be running.
 */
export async function migrate({ url }: { url: string }, folder: string = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const address = readAddress(url);
  // A connection of its own: building an index may take longer than any statement of the service may.
  const pool = new Pool({ address, size: 1, waitMs: 0, session: { application_name: 'quaestor migrate' } });
  try {
    const { sql } = await pool.hold();
    await sql`select pg_advisory_lock(${LOCK})`;
    const applied = await applyPending(sql, migrations);
    await runMigrations({ connectionString: address.connectionString });
    return applied;
  } finally {
    await pool.close();
  }
}

async function applyPending(sql: Sql, migrations: Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`;
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from migration order by name`;
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
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of pending) await apply(sql, migration);
  return pending.map(({ name }) => name);
}

async function apply(sql: Sql, { name, text, hash }: Migration): Promise<void> {
  try {
    await sql.unsafe('begin');
    await sql.unsafe(text);
    await sql`insert into migration (name, hash) values (${name}, ${hash})`;
    await sql.unsafe('commit');
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
