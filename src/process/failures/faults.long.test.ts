import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spawnExchange, type ExchangeProcess } from '../../../exchange/testing/spawn.ts';
import { startProxy } from '../../platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { quaestor } from '../../testing/process.ts';
import { allowAll } from '../../trading/withdrawals/testing/rest.ts';
import { until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const VENUES = ['aurora', 'second', 'cumulus'] as const;
type Venue = (typeof VENUES)[number];

const folder = makeFolder();
const { url, db, sql } = await createTestDatabase();
const line = await startProxy(url);
const exchanges = {} as Record<Venue, ExchangeProcess>;
let traders: ReturnType<typeof openTraders>;
let service: Trader;
beforeAll(async () => {
  for (const code of VENUES) {
    const profile = code === 'second' ? 'aurora' : code;
    exchanges[code] = await spawnExchange({ directory: join(folder, code), profile, seed: '1' });
    await exchanges[code].control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
    await exchanges[code].control.tick(1);
  }
  traders = openTraders({
    databaseUrl: url,
    venues: Object.fromEntries(VENUES.map((code) => [code, exchanges[code].baseUrl])),
    settings: { jobs: { concurrency: 2 }, drainMs: 1_500 },
  });
  await allowAll(db);
});
afterAll(async () => {
  await traders.close();
  for (const exchange of Object.values(exchanges)) await exchange.kill('SIGKILL');
  await line.cut();
  await removeFolder(folder);
});

const statusOf = async (id: string) =>
  (await sql<{ status: string }[]>`select status from withdrawal where id = ${id}`)[0]?.status;
const isDone = (id: string) => async () => (await statusOf(id)) === 'COMPLETED';
const detailOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { readonly detail?: string }).detail,
];

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const create = () => traders.withdraw(service, 'aurora').then(String, (error: Error) => error.message);
const readiness = async () => detailOf(await fetch(`${service.url}/readyz`));

test('a service waits for a database that is not up yet', async () => {
  await line.cut();
  const starting = traders.start({ roles: 'trading', databaseUrl: line.url });
  const waiting = traders.running.at(-1);
  await waiting?.until('Waiting for it.');
  await line.restore();
  service = await starting;
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});

test('a worker whose clock is ten minutes ahead does nothing, says why, and fails no withdrawal', async () => {
  const skew = `const D = Date; globalThis.Date = class extends D {
    constructor(...a) { if (a.length) super(...a); else super(D.now() + 600000); }
    static now() { return D.now() + 600000; } };`;
  const ahead = await traders.start({
    roles: 'worker',
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skew)}` },
  });
  await ahead.until('s ahead of that of the database');
  const id = await traders.withdraw(service, 'aurora');
  await sleep(3_000);
  expect(await statusOf(id)).toBe('PENDING');
  ahead.child.kill('SIGKILL');
  await traders.start({ roles: 'worker' });
  await until(isDone(id), 30_000);
});

test('with two venues that hang and two job slots, a third venue pays out and converts at once', async () => {
  const convert = (venue: Venue) =>
    traders.convert(service, { to: { asset: 'USDT' }, executor: 'MARKET', venues: [venue] });
  for (const code of ['second', 'cumulus'] as const) {
    for (const operation of ['withdraw', 'placeOrder'] as const)
      await exchanges[code].control.fault({ operation, fault: { type: 'delay', ms: 60_000 } });
    for (let count = 0; count < 3; count++) {
      await traders.withdraw(service, code);
      await convert(code);
    }
  }
  await until(
    async () => (await sql`select from lease where name like 'withdrawal.submit %'`).length === 2,
    15_000,
  );
  const [id, conversion] = [await traders.withdraw(service, 'aurora'), await convert('aurora')];
  const isConverted = async () => (await traders.conversionStatus(service, conversion)) === 'COMPLETED';
  const bothMs = await Promise.all([until(isDone(id), 20_000), until(isConverted, 20_000)]);
  expect(Math.max(...bothMs)).toBeLessThan(10_000);
  for (const code of ['second', 'cumulus'] as const) await exchanges[code].control.clearFaults();
});

test('a database that cannot be written is a 503 with the reason, for callers and for readiness', async () => {
  await sql`create function fill() returns trigger language plpgsql as
    $$ begin raise 'no space left on device' using errcode = '53100'; end $$`;
  await sql`create trigger fill before insert on withdrawal for each row execute function fill()`;
  expect(await create()).toMatch(/^503 .*The disk of the database is full\./);
  await until(async () => (await readiness())[0] === 503, 5_000);
  expect(await readiness()).toEqual([503, 'Not answering: database. The disk of the database is full.']);
  await sql`drop function fill cascade`;
  await until(async () => (await readiness())[0] === 200, 15_000);

  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  const disconnect = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;
  await disconnect();
  await until(async () => (await readiness())[0] === 503, 10_000);
  expect(String((await readiness())[1])).toContain(
    'The database is read-only, as after a failover to a standby.',
  );
  expect(await create()).toMatch(/^503 .*The database is read-only/);
  await sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  await disconnect();
  await until(async () => (await readiness())[0] === 200, 15_000);
});

test('keys are not rotated with a wrong secret, and tokens stay valid', async () => {
  const rotate = quaestor(['keys', 'rotate'], {
    DATABASE_URL: url,
    QUAESTOR_CONFIG: traders.config,
    QUAESTOR_SECRET: 'w'.repeat(32),
    VENUE_KEY: 'k',
    VENUE_SECRET: 's',
  });
  expect(await rotate.ended).toBe(1);
  expect(rotate.output()).toContain('cannot be decrypted with this root secret');
  expect((await traders.ask(service, 'GET', '/trade/v1/venues/withdrawals')).status).toBe(200);
});

test('a stop turns readiness to 503, answers what still comes, ends streams, and takes no longer than that', async () => {
  const stream = await traders.ask(service, 'GET', '/trade/v1/events/stream');
  expect(stream.status).toBe(200);
  const read = stream.text();
  const began = performance.now();
  service.child.kill('SIGTERM');
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503, 1_400);
  const late = await traders.ask(service, 'GET', '/trade/v1/venues/withdrawals');
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect(await service.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(8_000);
  await read;
});

test('a signal before a process is ready leaves no embedded PostgreSQL behind', async () => {
  const data = join(folder, 'embedded');
  const started = quaestor(['serve', '--roles', 'worker', '--metrics-port', '0', '--data', data]);
  const pidFile = () => {
    const id = join(data, 'postgres.id');
    const cluster = existsSync(id) ? join('/var/lib/quaestor', readFileSync(id, 'utf8').trim()) : data;
    return [cluster, join(cluster, 'postgres')]
      .map((place) => join(place, 'cluster/postmaster.pid'))
      .find((path) => existsSync(path));
  };
  let pid = 0;
  await until(async () => {
    const path = pidFile();
    pid = path === undefined ? 0 : Number(readFileSync(path, 'utf8').split('\n')[0]);
    return pid > 0;
  }, 60_000);
  expect(started.output()).not.toContain('is ready.');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  // It may be a zombie until its new parent has noticed.
  await expect.poll(() => isThere(pid)).toBe(false);
});
