import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql, type Kysely } from 'kysely';
import type { ClientBase } from 'pg';
import { sha256 } from '../../kernel/index.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { readAddress } from './address.ts';
import { openPool } from './pool.ts';

const FOLDER = join(PACKAGE_ROOT, 'migrations');
const LOCK = 7_216_340_011;
/** Of the migrations of a release, as `0.2.0.sha256`. */
const LIST = '.sha256';
const STOP_FIRST = /^-- stop-first (?<role>\w+): (?<reason>.+)$/m;

interface Migration {
  name: string;
  text: string;
  hash: string;
}

type Applied = Pick<Migration, 'name' | 'hash'>;

/** What `migrations/` holds. */
interface Migrations {
  /** The schema as it is, for a new database. */
  readonly schema: readonly Migration[];
  /** The migrations that a database of the last release has, unless they are the same as the schema. */
  readonly released: { readonly version: string; readonly migrations: readonly Applied[] } | undefined;
  /** What makes the schema of a database of the last release. */
  readonly upgrade: readonly Migration[];
  /** Changes that are not yet part of the schema, for every database. */
  readonly later: readonly Migration[];
}

/** What a database lacks. */
interface Plan {
  /** Of the schema, or of what makes it. */
  readonly first: readonly Migration[];
  /** Whether it has the migrations of the last release in place of the schema. */
  readonly isReleased: boolean;
  readonly later: readonly Migration[];
}

/**
 * Applies what the database lacks of `migrations/`, in the order of the names, each file in its own transaction. A new
 * database gets the schema, one of the last release what makes it the same, and both what was added later. Processes may
 * start at the same time: an advisory lock serializes them. Returns the names of the files applied by this call.
 *
 * A file is never changed once it has been applied, only followed by another. It holds nothing that cannot
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
  migrations: Migrations,
  say: (line: string) => void,
): Promise<string[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<Applied>('select name, hash from migration order by name');
  const { first, isReleased, later } = planFor(migrations, rows);
  const pending = [...first, ...later];
  if (pending[0] && rows.length > 0) {
    await refuseBesideOthers(client, pending);
    say(
      `Migrating the database, from ${pending[0].name} to ${pending.at(-1)?.name}. ` +
        'Earlier versions cannot start with it afterwards: the only way back is a backup.',
    );
  }
  for (const migration of first) await apply(client, migration);
  if (isReleased) await countAsSchema(client, migrations);
  for (const migration of later) await apply(client, migration);
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
  const { first, later } = planFor(migrations, rows);
  return [...first, ...later].map(({ name }) => name);
}

function planFor({ schema, released, upgrade, later }: Migrations, rows: readonly Applied[]): Plan {
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const has = (list: readonly Applied[]) => list.every(({ name, hash }) => applied.get(name) === hash);
  const isReleased = released !== undefined && has(released.migrations) && !has(schema);
  const first = isReleased ? upgrade : schema;
  const known: Applied[] = [...(isReleased ? released.migrations : []), ...first, ...later];
  const advice = `Run the version that migrated it, or use an empty database${
    released ? `: this version upgrades only those of ${released.version}` : ''
  }.`;
  const unknown = rows.find((row) => !known.some(({ name }) => name === row.name));
  if (unknown) {
    throw new Error(
      `The database has migration ${unknown.name}, which this version does not have. ${advice}`,
    );
  }
  const changed = known.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash);
  if (changed) {
    throw new Error(
      `Migration ${changed.name} of the database is not that of this version. ${advice} ` +
        'If you changed the file, restore it and add a new one.',
    );
  }
  const isPending = ({ name }: Applied) => !applied.has(name);
  return { first: first.filter(isPending), isReleased, later: later.filter(isPending) };
}

/** To later versions, it is then the same as a database that began with the schema. */
async function countAsSchema(client: ClientBase, { schema, released, upgrade }: Migrations): Promise<void> {
  const earlier = [...(released?.migrations ?? []), ...upgrade].map(({ name }) => name);
  await client.query('begin');
  await client.query('delete from migration where name = any($1)', [earlier]);
  for (const migration of schema) await record(client, migration);
  await client.query('commit');
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const record = (client: ClientBase, { name, hash }: Applied) =>
  client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);

async function readMigrations(folder: string): Promise<Migrations> {
  const paths = (await readdir(folder, { recursive: true })).sort();
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const readFolder = (place: string) =>
    Promise.all(
      paths
        .filter((path) => dirname(path) === place && path.endsWith('.sql'))
        .map(async (path) => {
          const text = await read(path);
          // Files keep their name when they become part of the upgrade.
          const name = place === 'schema' ? path : basename(path);
          return { name, text, hash: sha256(text).toString('hex') };
        }),
    );
  const released = paths.find((path) => dirname(path) === 'upgrade' && path.endsWith(LIST));
  return {
    schema: await readFolder('schema'),
    released:
      released === undefined
        ? undefined
        : {
            version: basename(released, LIST),
            migrations: readList(await read(released)),
          },
    upgrade: await readFolder('upgrade'),
    later: await readFolder('.'),
  };
}

/** Reads what `sha256sum` writes. */
const readList = (text: string): Applied[] =>
  [...text.matchAll(/^(?<hash>\w{64}) {2}(?<name>.+)$/gm)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    hash: groups?.['hash'] ?? '',
  }));
