import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { afterAll } from 'vitest';
import { connect, type Database } from '../platform/postgres/index.ts';
import { TEMPLATE } from './database-server.ts';
import { demand } from './on-demand.ts';

interface TestDatabaseOptions {
  /** Without the migrations. */
  empty?: boolean;
  poolSize?: number;
  /** Connections for lists, and how long reading one may take. */
  readPoolSize?: number;
  readBudgetMs?: number;
}

export interface TestDatabase extends Database {
  /** The test's own way to look at the tables. */
  readonly sql: Sql;
}

/** A database of its own, until `drop`. */
interface OpenTestDatabase extends TestDatabase {
  drop(): Promise<void>;
}

/** A database of its own for the suite that calls it at the top of its file; it is dropped when the suite ends. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const opened = await openTestDatabase(options);
  afterAll(() => opened.drop());
  return opened;
}

export async function openTestDatabase({
  empty = false,
  poolSize = 4,
  ...options
}: TestDatabaseOptions = {}): Promise<OpenTestDatabase> {
  const serverUrl = await demand('database');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(serverUrl, { max: 1, idle_timeout: 1, onnotice: () => {} });
  // Copying the files takes less than half the time of writing each block to the log.
  await admin`create database ${admin(name)} template ${admin(empty ? 'template0' : TEMPLATE)} strategy file_copy`;
  const url = new URL(serverUrl);
  url.pathname = name;
  const database = connect({
    url: url.href,
    poolSize,
    ...options,
    statementTimeoutMs: 10_000,
    applicationName: 'test',
  });
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const drop = async (): Promise<void> => {
    await Promise.all([database.close(), sql.end()]);
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  };
  return { ...database, sql, drop };
}
