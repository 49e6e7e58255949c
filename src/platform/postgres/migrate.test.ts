import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase({ empty: true });
const { sql } = database;

beforeEach(() => sql`drop schema public cascade; create schema public`.simple());

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const ONE = { '0001_one.sql': 'create table one (n int); insert into one values (1)' };
const TWO = { '0002_two.sql': 'alter table one add column m int' };

async function columns(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name <> 'migration' order by 1`;
  return rows.map(({ name }) => name);
}

test('new files are applied once, in the order of their names, and named', async () => {
  expect(await migrate(database, await folderOf(ONE))).toEqual(['0001_one.sql']);
  const both = await folderOf({ ...TWO, ...ONE, 'README.md': 'not a migration' });
  expect(await migrate(database, both)).toEqual(['0002_two.sql']);
  expect(await migrate(database, both)).toEqual([]);
  expect(await columns()).toEqual(['one.m', 'one.n']);
  expect(await sql`select n from one`).toHaveLength(1);
});

test('the files of this version apply to an empty database, and so do the tables of the jobs', async () => {
  expect(await migrate(database)).not.toEqual([]);
  expect(await migrate(database)).toEqual([]);
  expect(await sql`select from graphile_worker.jobs`).toHaveLength(0);
});

test('each file is applied once by concurrent migrations', async () => {
  const folder = await folderOf({ ...ONE, ...TWO });
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(database, folder)));
  expect(results.filter((applied) => applied.length > 0)).toEqual([['0001_one.sql', '0002_two.sql']]);
  expect(await sql`select n from one`).toHaveLength(1);
});

test('a file changed after it was applied is refused by name', async () => {
  await migrate(database, await folderOf(ONE));
  const changed = await folderOf({ '0001_one.sql': `${ONE['0001_one.sql']} -- changed`, ...TWO });
  await expect(migrate(database, changed)).rejects.toThrow(
    'Migration 0001_one.sql was changed after it had been applied. Restore it and add a new file.',
  );
  expect(await columns()).toEqual(['one.n']);
});

test('a database with a migration this version does not have is refused by name', async () => {
  await migrate(database, await folderOf({ ...ONE, ...TWO }));
  await expect(migrate(database, await folderOf(ONE))).rejects.toThrow(
    'The database has migration 0002_two.sql, which this version does not have. Run the version that migrated it.',
  );
});

test('a database of an earlier set of migrations is refused as such, not as a changed file', async () => {
  await migrate(database, await folderOf({ ...ONE, ...TWO }));
  const squashed = await folderOf({ '0001_one.sql': 'create table one (n int, m int)' });
  await expect(migrate(database, squashed)).rejects.toThrow(
    'A database of a version before 0.2.0 cannot be upgraded: use an empty one.',
  );
  expect(await columns()).toEqual(['one.m', 'one.n']);
});

test('the migrations of this version are numbered from 1 without gaps', async () => {
  const numbers = (await migrate(database)).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('a file that fails leaves nothing of itself, keeps those before it, and can be fixed', async () => {
  const broken = { '0002_two.sql': 'create table two (n int); select nonsense' };
  await expect(migrate(database, await folderOf({ ...ONE, ...broken }))).rejects.toThrow(
    'Migration 0002_two.sql failed: column "nonsense" does not exist',
  );
  expect(await columns()).toEqual(['one.n']);
  expect(await migrate(database, await folderOf({ ...ONE, ...TWO }))).toEqual(['0002_two.sql']);
});
