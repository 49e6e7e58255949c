import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { ReservedSql } from 'postgres';
import { sha256 } from '../../kernel/index.ts';
import type { Database } from './connect.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
const LOCK = 7_216_340_011;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/**
 * Applies the numbered files of `migrations/` that the database has not seen, each in its own transaction.
 * Any number of processes may start at once: an advisory lock lets one through at a time.
 * Returns the names of those applied now.
 */
export async function migrate(database: Database): Promise<string[]> {
  const connection = await database.sql.reserve();
  try {
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${LOCK})`;
    const applied = await applyPending(connection, await readMigrations());
    await runMigrations({ connectionString: database.url });
    return applied;
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

async function applyPending(connection: ReservedSql, migrations: Migration[]): Promise<string[]> {
  await connection`
    create table if not exists migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`;
  const rows = await connection<{ name: string; hash: string }[]>`select name, hash from migration`;
  const known = new Map(rows.map((row) => [row.name, row.hash]));
  for (const { name, hash } of migrations) {
    const before = known.get(name);
    if (before !== undefined && before !== hash) {
      throw new Error(
        `Migration ${name} was changed after it had been applied. Restore it and add a new file.`,
      );
    }
    known.delete(name);
  }
  const [unknown] = known.keys();
  if (unknown !== undefined) {
    throw new Error(
      `The database has migration ${unknown}, which this version does not know. Run a newer version.`,
    );
  }
  const seen = new Set(rows.map((row) => row.name));
  const pending = migrations.filter(({ name }) => !seen.has(name));
  for (const { name, hash, text } of pending) {
    await connection`begin`;
    try {
      await connection.unsafe(text);
      await connection`insert into migration (name, hash) values (${name}, ${hash})`;
      await connection`commit`;
    } catch (error) {
      await connection`rollback`;
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
  return pending.map(({ name }) => name);
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      return { name, text, hash: sha256(text).toString('hex') };
    }),
  );
}
