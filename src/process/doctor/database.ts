import { sql } from 'kysely';
import type { Config } from '../../config/index.ts';
import { findPending, type Database } from '../../platform/postgres/index.ts';
import { connectionsOf } from '../connections.ts';
import { explainFailure } from '../database.ts';
import { bytes, check, type Finding, type Found } from './finding.ts';

/** More than this, and withdrawals would expire at the wrong time. */
const CLOCKS_APART_MS = 1_000;

export async function* examineDatabase(config: Config, database: Database): AsyncGenerator<Finding> {
  const server = await check('database', () =>
    examineServer(database).catch((error: unknown) => {
      throw explainFailure(config, error);
    }),
  );
  yield server;
  if (server.state === 'failed') return;
  yield await check('clock', () => examineClock(database));
  yield await check('connections', () => examineConnections(config, database));
  yield await check('migrations', () => examineMigrations(database));
}

async function examineServer({ db }: Database): Promise<Found> {
  const { rows } = await sql<{
    version: string;
    size: string;
    isReadOnly: boolean;
    mayCreate: boolean;
    account: string;
  }>`select current_setting('server_version') as version,
      pg_database_size(current_database()) as size,
      current_setting('transaction_read_only')::boolean as "isReadOnly",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
      current_user as account`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database did not answer.');
  const { version, size, isReadOnly, mayCreate, account } = row;
  if (isReadOnly) {
    return ['failed', 'read-only, such as a standby: let database.url name the server that takes writes'];
  }
  if (!mayCreate) {
    return ['failed', `${account} may not create tables: make it the owner of the database`];
  }
  return ['ok', `PostgreSQL ${version}, ${bytes(Number(size))}`];
}

async function examineClock({ db }: Database): Promise<Found> {
  await sql`select 1`.execute(db);
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const theirs = rows[0]?.now.getTime() ?? Number.NaN;
  const aheadMs = theirs < before ? before - theirs : theirs > after ? after - theirs : 0;
  if (Math.abs(aheadMs) <= CLOCKS_APART_MS) return ['ok', 'the same as the database’s'];
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  return [
    'failed',
    `${Math.abs(aheadMs / 1000).toFixed(1)} s ${direction} the database: synchronise the clocks of both machines`,
  ];
}

async function examineConnections(config: Config, { db }: Database): Promise<Found> {
  const { rows } = await sql<{ free: number; max: number }>`
    select current_setting('max_connections')::int as max,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*)::int from pg_stat_activity
            where backend_type = 'client backend' and application_name not like 'quaestor%') as free`.execute(
    db,
  );
  const { free, max } = rows[0] ?? { free: 0, max: 0 };
  const needed = connectionsOf(config);
  const text = `a process with this configuration opens up to ${needed}; ${free} of ${max} are left to Quaestor`;
  return needed > free
    ? ['failed', `${text}: raise max_connections, or lower database.poolSize`]
    : ['ok', text];
}

async function examineMigrations({ db }: Database): Promise<Found> {
  const pending = await findPending(db);
  return pending.length === 0
    ? ['ok', 'the database has those of this version']
    : ['warning', `${pending.length} to apply, the first is ${pending[0]}: run quaestor migrate, or start`];
}
