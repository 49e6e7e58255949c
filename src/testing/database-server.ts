import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { migrate, startEmbedded } from '../platform/postgres/index.ts';
import { makeFolder, REMOVAL, removeFolder } from './folder.ts';

export const TEMPLATE = 'quaestor_template';

export interface DatabaseServer {
  /** Its address, at a database that stays empty. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * One server for the whole run, with a migrated database that every suite clones. It is one migration ahead: each
 * table has a column that this version does not know, as it has while a newer version is being rolled out.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataFolder = makeFolder();
  const server = await startEmbedded({
    dataFolder,
    say: () => {},
    // Its data need not survive a power cut: the folder is removed when the run ends.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  });
  // A run that is stopped by a signal does not wait for anything.
  const pid = Number(readFileSync(join(server.folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const kill = () => {
    process.kill(pid, 'SIGQUIT');
    for (const folder of [server.folder, dataFolder]) rmSync(folder, REMOVAL);
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await server.stop();
    for (const folder of [server.folder, dataFolder]) await removeFolder(folder);
  };
  try {
    await createTemplate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, stop };
}

async function createTemplate(serverUrl: string): Promise<void> {
  const admin = postgres(serverUrl, { max: 1 });
  await admin`create database ${admin(TEMPLATE)}`;
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  await migrate({ url: url.href });
  const template = postgres(url.href, { max: 1 });
  await addColumn(template, 'later');
  await template.end();
}

/** Adds a column to every table, as a later migration may. */
async function addColumn(sql: Sql, name: string): Promise<void> {
  const tables = await sql<{ tablename: string }[]>`
    select tablename from pg_tables where schemaname = 'public' order by tablename`;
  for (const { tablename } of tables) {
    await sql`alter table ${sql(tablename)} add column ${sql(name)} text not null default 'x'`;
  }
}
