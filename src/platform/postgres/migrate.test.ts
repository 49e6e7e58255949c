import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql as kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase({ empty: true });
const { sql } = database;

beforeEach(() => sql`drop schema public cascade; create schema public`.simple());

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
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
    'Migration 0001_one.sql of the database is not that of this version. Run the version that migrated it, or use an empty database. If you changed the file, restore it and add a new one.',
  );
  expect(await columns()).toEqual(['one.n']);
});

test('a database with a migration this version does not have is refused by name', async () => {
  await migrate(database, await folderOf({ ...ONE, ...TWO }));
  await expect(migrate(database, await folderOf(ONE))).rejects.toThrow(
    'The database has migration 0002_two.sql, which this version does not have. Run the version that migrated it, or use an empty database.',
  );
});

/** The next version: what a release had as one file is now the schema with a column more. */
const NEXT = {
  'schema/01_one.sql': 'create table one (n int, m int); insert into one values (1)',
  'upgrade/0.9.0.sha256': `${sha256(ONE['0001_one.sql']).toString('hex')}  0001_one.sql\n`,
  'upgrade/0002_two.sql': TWO['0002_two.sql'],
  '0003_three.sql': 'alter table one add column k int',
};

const applied = async () =>
  (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);

test('a new database gets the schema, one of the last release its upgrade, and both are then the same', async () => {
  const next = await folderOf(NEXT);
  expect(await migrate(database, next)).toEqual(['schema/01_one.sql', '0003_three.sql']);
  const fresh = [await applied(), await columns()];

  await sql`drop schema public cascade; create schema public`.simple();
  await migrate(database, await folderOf(ONE));
  expect(await migrate(database, next)).toEqual(['0002_two.sql', '0003_three.sql']);
  expect([await applied(), await columns()]).toEqual(fresh);
  expect(await migrate(database, next)).toEqual([]);
});

test('a database of an unreleased version goes on where it is, if its files are those of the upgrade', async () => {
  await migrate(database, await folderOf({ ...ONE, ...TWO, '0003_three.sql': NEXT['0003_three.sql'] }));
  expect(await migrate(database, await folderOf(NEXT))).toEqual([]);
  expect(await applied()).toEqual(['0003_three.sql', 'schema/01_one.sql']);
});

test('an upgrade that fails goes on where it was', async () => {
  await migrate(database, await folderOf(ONE));
  const broken = { ...NEXT, 'upgrade/0003_broken.sql': 'select nonsense', '0003_three.sql': '' };
  await expect(migrate(database, await folderOf(broken))).rejects.toThrow('Migration 0003_broken.sql failed');
  expect(await applied()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await migrate(database, await folderOf(NEXT))).toEqual(['0003_three.sql']);
  expect(await applied()).toEqual(['0003_three.sql', 'schema/01_one.sql']);
});

test.each([
  ['before the last release', { '0001_zero.sql': '' }, 'has migration 0001_zero.sql, which this version'],
  [
    'that was not released',
    { ...ONE, '0002_other.sql': '' },
    'has migration 0002_other.sql, which this version',
  ],
  [
    'with another schema',
    { 'schema/01_one.sql': 'create table one ()' },
    'schema/01_one.sql of the database is not',
  ],
])('a database of a version %s is refused and left as it is', async (_, files, reason) => {
  const before = await migrate(database, await folderOf(files));
  const refused = migrate(database, await folderOf(NEXT));
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.toThrow(
    'Run the version that migrated it, or use an empty database: this version upgrades only those of 0.9.0.',
  );
  expect(await applied()).toEqual(before);
});

/** The numbers of the files in folders of this version. */
async function numbersIn(...folders: string[]): Promise<number[]> {
  const names = await Promise.all(folders.map((folder) => readdir(join(PACKAGE_ROOT, 'migrations', folder))));
  const files = names.flat().filter((name) => name.endsWith('.sql'));
  return files.map((name) => parseInt(name, 10)).sort((a, b) => a - b);
}

test('the files of this version are numbered without gaps, those of the upgrade and later ones together', async () => {
  const schema = await numbersIn('schema');
  expect(schema).toEqual(schema.map((_, index) => index + 1));
  const [first = 0, ...others] = await numbersIn('upgrade', '.');
  expect(others).toEqual(others.map((_, index) => first + 1 + index));
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
