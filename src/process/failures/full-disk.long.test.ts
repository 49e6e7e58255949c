import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { connect, migrate, startEmbedded } from '../../platform/postgres/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { quaestor } from '../../testing/process.ts';
import { CAN_MOUNT, mountDisk, type SmallDisk } from '../../testing/small-disk.ts';
import { allowAll } from '../../trading/withdrawals/testing/rest.ts';
import { ordersOf, ORDERS_PER_BATCH, PROGRAM } from '../testing/orders.ts';
import { startPartners, until } from '../testing/partners.ts';
import { openTraders } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

/** More than fit into the pages that the tables have already. */
const MANY = 2_000;
/** More than fits into what a store has allotted to itself. */
const MANY_BATCHES = 500;
const ORDERS = '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=1';

/** A trading service whose database has a small disk. */
async function openDesk() {
  const folder = temporaryFolder();
  const disk = mountDisk(join(folder, 'database'), 320);
  onTestFinished(() => disk.unmount());
  const server = await startEmbedded({ dataFolder: join(folder, 'database'), say: () => {} });
  onTestFinished(() => server.stop());
  await migrate({ url: server.url });
  const database = connect({
    url: server.url,
    poolSize: 1,
    statementTimeoutMs: 10_000,
    applicationName: 'test',
  });
  await allowAll(database.db);
  await database.close();
  const exchange = await spawnExchange({ directory: join(folder, 'aurora'), profile: 'aurora', seed: '1' });
  onTestFinished(() => exchange.kill('SIGKILL'));
  await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
  const traders = openTraders({ databaseUrl: server.url, venues: { aurora: exchange.baseUrl } });
  onTestFinished(() => traders.close());
  const service = await traders.start({ roles: 'trading,worker' });
  const made: string[] = [];
  return {
    disk,
    server,
    service,
    withdraw: async () => void made.push(await traders.withdraw(service, 'aurora')),
    /** The first answer that is not a success. */
    async findRefusal(): Promise<string> {
      for (let count = 0; count < MANY; count += 1) {
        try {
          made.push(await traders.withdraw(service, 'aurora'));
        } catch (error) {
          return (error as Error).message;
        }
      }
      return `None of ${MANY}.`;
    },
    readiness: async (): Promise<[number, string]> => {
      const answer = await fetch(`${service.url}/readyz`);
      return [answer.status, await answer.text()];
    },
    /** Every withdrawal that was answered 201 is paid out, and no other is there. */
    async expectWhole(): Promise<void> {
      const sql = postgres(server.url, { max: 1, onnotice: () => {} });
      try {
        const done = async () =>
          (await sql`select from withdrawal where status <> 'COMPLETED'`.catch(() => [1])).length === 0;
        await until(done, 300_000);
        const stored = await sql<{ id: string }[]>`select id from withdrawal`;
        const ids = new Set(stored.map(({ id }) => id));
        expect(made.filter((id) => !ids.has(id))).toEqual([]);
        expect(ids.size).toBe(made.length);
      } finally {
        await sql.end();
      }
      const verify = quaestor(['audit', 'verify'], {
        DATABASE_URL: server.url,
        QUAESTOR_CONFIG: traders.config,
      });
      expect([await verify.ended, verify.output()]).toEqual([0, expect.stringContaining('is intact')]);
    },
  };
}

describe.skipIf(!CAN_MOUNT)('a disk of a few MiB', () => {
  test('under the tables of the database: 503 with the reason, nothing is lost, and work goes on with room', async () => {
    const desk = await openDesk();
    await desk.withdraw();
    desk.disk.fill();
    const refusal = await desk.findRefusal();
    expect(refusal).toMatch(/^503 /);
    expect(refusal).toMatch(/The disk of the database is full\.|The database is not available\./);
    await until(async () => (await desk.readiness())[0] === 503, 30_000);
    expect((await fetch(`${desk.service.url}/healthz`)).status).toBe(200);
    desk.disk.free();
    await until(async () => (await desk.readiness())[0] === 200, 120_000);
    await desk.withdraw();
    await desk.expectWhole();
  });

  test('under the log of the database, which then ends: 503, nothing is lost, and work goes on with room', async () => {
    const desk = await openDesk();
    await desk.withdraw();
    desk.disk.fill();
    const sql = postgres(desk.server.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end({ timeout: 1 }));
    // A part of the log is full, and there is no room for the next one.
    await until(
      () =>
        sql`select pg_switch_wal() from pg_logical_emit_message(false, '', 'x')`.then(
          () => false,
          () => true,
        ),
      120_000,
    );
    await until(async () => (await desk.readiness())[0] === 503, 60_000);
    expect(await desk.findRefusal()).toMatch(/^503 /);
    expect((await fetch(`${desk.service.url}/healthz`)).status).toBe(200);
    desk.disk.free();
    await until(async () => (await desk.readiness())[0] === 200, 120_000);
    await desk.withdraw();
    await desk.expectWhole();
  });

  test.each([
    [
      'the fact store',
      'data-0',
      'The disk of the fact store is full, so nothing was stored.',
      'The disk of the data folder is full',
    ],
    [
      'the log of the facts',
      'files',
      'The storage of the facts failed, so nothing was stored.',
      '"status":"ready"',
    ],
  ])(
    'under %s: 503 with the reason, reports go on, nothing is lost, and work goes on with room',
    async (_of, place, reason, readiness) => {
      const { url, sql } = await createTestDatabase();
      const group = await startPartners(url, 1);
      onTestFinished(() => group.close());
      const process = group.first;
      for (const [kind, rows] of PROGRAM) await group.send(process.url, kind, rows);
      await process.kill('SIGTERM');
      const disk = mountOver(join(group.folder, place), 32);
      onTestFinished(() => disk.unmount());
      // It outlives its disk otherwise.
      onTestFinished(() => process.kill());
      await process.start();
      let batches = 0;
      const send = () => group.send(process.url, 'orders', ordersOf(batches));
      const isAccepted = async (): Promise<boolean> => {
        if ((await send())?.status !== 200) return false;
        batches += 1;
        return true;
      };
      await until(isAccepted, 30_000);
      disk.fill();
      const refuses = async () => batches > MANY_BATCHES || !(await isAccepted());
      await until(refuses, 300_000);
      const refused = await send();
      expect([refused?.status, refused?.retryAfter, refused?.text]).toEqual([
        503,
        '60',
        expect.stringContaining(reason),
      ]);
      expect((await group.report(process.url, ORDERS))?.status).toBe(200);
      expect(await (await fetch(`${process.url}/readyz`)).text()).toContain(readiness);

      disk.free();
      await until(isAccepted, 60_000);
      const [log] = await sql`select sum(accepted)::int as orders from batch where kind = 'orders'`;
      expect(log).toEqual({ orders: batches * ORDERS_PER_BATCH });
      expect((await group.command('facts', 'verify')).code).toBe(0);
      await process.kill('SIGTERM');
      await process.start();
      await until(async () => (await group.report(process.url, ORDERS))?.status === 200, 60_000);
    },
  );
});

/** Puts what a folder holds on a small disk in its place. */
function mountOver(folder: string, mib: number): SmallDisk {
  const copy = `${folder}.copy`;
  cpSync(folder, copy, { recursive: true });
  const disk = mountDisk(folder, mib);
  cpSync(copy, folder, { recursive: true });
  rmSync(copy, { recursive: true });
  return disk;
}
