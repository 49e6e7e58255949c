import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { KINDS } from '../../src/partner/facts/kinds/index.ts';
import type { Duckdb } from '../../src/platform/duckdb/index.ts';
import { connect, migrate, startEmbedded, type Database } from '../../src/platform/postgres/index.ts';

interface Table {
  readonly name: string;
  /** By this its rows came, and by this they are looked for. */
  readonly time?: string | undefined;
  /** What else names a row of it, or is named by it. */
  readonly keys: readonly string[];
}

const TABLES: readonly Table[] = [
  ...KINDS.map(({ name, time, key, references }) => ({
    name: name.replaceAll('-', '_'),
    time,
    keys: [...(key.length === 1 ? key : []), ...references.map(({ field }) => field)],
  })),
  { name: 'credited_rewards', time: 'reward_date', keys: [] },
  { name: 'progress_rewards', time: 'payment_date', keys: ['compensation_id'] },
  { name: 'progress_reward_details', time: 'reward_date', keys: ['compensation_id'] },
];

export interface Relational {
  readonly sql: Sql;
  /** The log of the fact store is in the same database. */
  readonly database: Database;
  close(): Promise<void>;
}

/** What a machine of this size would be given; nothing is lost that could not be made again. */
const SETTINGS = {
  fsync: 'off',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
};

export async function startRelational(dataFolder: string): Promise<Relational> {
  const server = await startEmbedded({ dataFolder, say: () => {}, settings: SETTINGS });
  const sql = postgres(server.url, { onnotice: () => {} });
  const database = connect({
    url: server.url,
    poolSize: 2,
    statementTimeoutMs: 60_000,
    applicationName: 'bench',
  });
  await migrate(database);
  return {
    sql,
    database,
    close: async () => {
      await sql.end();
      await database.close();
      await server.stop();
    },
  };
}

/**
 * The same rows, as they came, indexed as one would without knowing the questions: by key, by what refers to other
 * tables, and by partner and time.
 */
export async function copyAll(database: Duckdb, sql: Sql, folder: string): Promise<void> {
  for (const table of TABLES) await copy(database, sql, folder, table);
}

const TYPES: Readonly<Record<string, string>> = { VARCHAR: 'text', TINYINT: 'smallint' };

async function copy(database: Duckdb, sql: Sql, folder: string, { name, time, keys }: Table): Promise<void> {
  const columns = await database.query<{ column_name: string; column_type: string }>(
    `select column_name, column_type from (describe ${name})`,
  );
  const typed = columns.map(
    ({ column_name, column_type }) => `${column_name} ${TYPES[column_type] ?? column_type}`,
  );
  const numbers = {
    client_no: 'client_no',
    account_no: 'account_no',
    partner_no: time === undefined ? 'partner_no' : `partner_no, ${time}`,
  };
  const byNumber = columns.flatMap(({ column_name }) =>
    column_name in numbers ? [numbers[column_name as keyof typeof numbers]] : [],
  );
  const file = join(folder, `${name}.csv`);
  const rows = time === undefined ? `from ${name}` : `from ${name} order by ${time}`;
  await database.write((session) => session.run(`copy (${rows}) to '${file}' (header false)`));
  await sql.unsafe(`create table ${name} (${typed.join(', ')})`);
  await sql.unsafe(`copy ${name} from '${file}' (format csv)`);
  for (const index of [...keys, ...byNumber]) {
    await sql.unsafe(`create index on ${name} (${index})`);
  }
  await sql.unsafe(`vacuum analyze ${name}`);
  await rm(file);
}
