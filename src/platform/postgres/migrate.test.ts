import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql as kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { connect } from './connect.ts';
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

test('a migration of a database in use is announced before it runs, that of an empty one is not', async () => {
  const said: string[] = [];
  await migrate(database, await folderOf(ONE), (line) => said.push(line));
  expect(said).toEqual([]);
  await migrate(database, await folderOf({ ...ONE, ...TWO }), (line) => said.push(line));
  expect(said).toEqual([
    'Migrating the database, from 0002_two.sql to 0002_two.sql. Earlier versions cannot start with it afterwards: the only way back is a backup.',
  ]);
});

test('what earlier workers cannot run beside is not applied while one of them is connected; other roles may be', async () => {
  await migrate(database, await folderOf(ONE));
  const folder = await folderOf({
    ...ONE,
    '0002_two.sql': `-- stop-first worker: it moves a lock.\n${TWO['0002_two.sql']}`,
  });
  const earlier = connect({
    ...database,
    poolSize: 1,
    statementTimeoutMs: 1_000,
    applicationName: 'quaestor partner,worker',
  });
  await kysely`select 1`.execute(earlier.db);
  await expect(migrate(database, folder)).rejects.toThrow(
    'Migration 0002_two.sql needs processes of earlier versions with the role worker to be stopped first: it moves a lock. Still connected: quaestor partner,worker.',
  );
  expect(await columns()).toEqual(['one.n']);
  await earlier.close();
  const services = connect({
    ...database,
    poolSize: 1,
    statementTimeoutMs: 1_000,
    applicationName: 'quaestor trading',
  });
  await kysely`select 1`.execute(services.db);
  expect(await migrate(database, folder)).toEqual(['0002_two.sql']);
  await services.close();
});

test('the migrations of the release 0.2.0 are as they were released', async () => {
  const released = JSON.parse(
    await readFile(join(import.meta.dirname, 'testing/release-0.2.0.json'), 'utf8'),
  ) as Record<string, string>;
  await migrate(database);
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from migration order by name`;
  expect(
    Object.fromEntries(rows.slice(0, Object.keys(released).length).map(({ name, hash }) => [name, hash])),
  ).toEqual(released);
});
