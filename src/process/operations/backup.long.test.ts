import { execFile } from 'node:child_process';
import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../platform/postgres/index.ts';
import { makeFolder, removeFolder, temporaryFolder } from '../../testing/folder.ts';
import { ordersOf, PROGRAM, READINGS } from '../testing/orders.ts';
import { startPartners, until } from '../testing/partners.ts';

const [ORDERS = ''] = READINGS;

type Group = Awaited<ReturnType<typeof startPartners>>;

async function startServer() {
  const dataFolder = makeFolder();
  const server = await startEmbedded({ dataFolder, say: () => {}, settings: { fsync: 'off' } });
  const sql = postgres(server.url, { max: 4, onnotice: () => {} });
  const stop = async (): Promise<void> => {
    await sql.end();
    await server.stop();
  };
  onTestFinished(async () => {
    await stop();
    for (const folder of [server.folder, dataFolder]) await removeFolder(folder);
  });
  return { ...server, dataFolder, sql, stop };
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Copies the content of a folder. Files that vanish while they are copied are not part of the backup: PostgreSQL restores them from its log. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]).catch(() => {});
}

interface Steps {
  readonly meanwhile: () => Promise<unknown>;
  /** Runs before its end, while no batch is accepted. */
  readonly last: () => Promise<void>;
}

/** An online backup as PostgreSQL documents it. */
async function backUp({ sql, folder }: Server, to: string, { meanwhile, last }: Steps): Promise<void> {
  const session = await sql.reserve();
  await session`select pg_backup_start('test', true)`;
  await copy(folder, to);
  await meanwhile();
  await sql.begin(async (tx) => {
    await tx`lock table batch in share mode`;
    await last();
    const [end] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`;
    await copy(join(folder, 'cluster/pg_wal'), join(to, 'cluster/pg_wal'));
    const label = join(to, 'cluster/backup_label');
    await writeFile(label, end?.labelfile ?? '');
    const { uid, gid } = await stat(join(folder, 'cluster'));
    await chown(label, uid, gid);
  });
  session.release();
  await rm(join(to, 'cluster/postmaster.pid'), { force: true });
}

async function restore(from: string): Promise<Server> {
  const empty = await startServer();
  await empty.stop();
  for (const name of await readdir(empty.folder)) await rm(join(empty.folder, name), { recursive: true });
  await copy(from, empty.folder);
  const server = await startEmbedded({ dataFolder: empty.dataFolder, say: () => {} });
  const sql = postgres(server.url, { max: 4, onnotice: () => {} });
  const stop = async (): Promise<void> => {
    await sql.end();
    await server.stop();
  };
  onTestFinished(stop);
  return { ...server, dataFolder: empty.dataFolder, sql, stop };
}

/** The last batch, the ledger, and what the partner sees. */
async function contentOf(group: Group, { sql }: Server) {
  const [head] = await sql<{ number: number }[]>`select number::int as number from log_head`;
  const { number = 0 } = head ?? {};
  const hasAll = async () => (await group.report(group.first.url, ORDERS))?.etag.startsWith(`"${number}-`);
  await until(async () => (await hasAll()) ?? false, 20_000);
  const readings: Record<string, unknown> = {};
  for (const path of READINGS) {
    const { status, text } = (await group.report(group.first.url, path)) ?? {};
    expect([path, status]).toEqual([path, 200]);
    readings[path] = text;
  }
  return {
    number,
    readings,
    ledger: await sql`select * from wallet_entry order by account_id, reference, kind`,
  };
}

test(
  'a backup under load, restored elsewhere, has an intact audit log, and the ledger and reports of its moment',
  { timeout: 180_000 },
  async () => {
    const original = await startServer();
    const group = await startPartners(original.url, 2);
    onTestFinished(() => group.close());
    for (const [kind, rows] of PROGRAM) await group.send(group.first.url, kind, rows);
    const stopping = new AbortController();
    let accepted = 0;
    const send = async (): Promise<void> => {
      while (!stopping.signal.aborted)
        for (const { url } of group.processes)
          if ((await group.send(url, 'orders', ordersOf(accepted)))?.status === 200) accepted += 1;
    };
    const sending = send();
    await until(async () => accepted > 5, 60_000);
    expect((await group.command('credit', '--through', '2024-03-31')).code).toBe(0);
    const before = accepted;

    const [cluster, files] = [temporaryFolder(), temporaryFolder()];
    let saved: Awaited<ReturnType<typeof contentOf>> | undefined;
    await backUp(original, cluster, {
      meanwhile: () => until(async () => accepted > before, 60_000),
      last: async () => void (saved = await contentOf(group, original)),
    });
    const during = accepted;
    await until(async () => accepted > during + 3, 60_000);
    await copy(join(group.folder, 'files'), files);
    stopping.abort();
    await sending;
    await group.close();

    const restored = await restore(cluster);
    // A process that begins to write credits at once. As long as it cannot, it has what the backup has.
    await restored.sql`
      insert into lease (name, holder, expires_at) values ('facts', 'test', now() + interval '1 hour')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`;
    const copied = await startPartners(restored.url, 1, { files });
    onTestFinished(() => copied.close());
    expect(await contentOf(copied, restored)).toEqual(saved);
    expect(saved?.ledger.length).toBeGreaterThan(0);
    await restored.sql`update lease set expires_at = now() where name = 'facts'`;
    expect((await copied.send(copied.first.url, 'orders', ordersOf(accepted)))?.status).toBe(200);
    expect((await copied.command('audit', 'verify')).output).toMatch(/^The audit log is intact/);
    expect((await copied.command('facts', 'verify')).output).toMatch(/ and the store agree\.\n$/);
    expect((await copied.command('credit', '--through', '2024-03-31')).code).toBe(0);
  },
);
