import { afterAll, expect, inject, test, vi } from 'vitest';
import { openClickhouse } from '../platform/clickhouse/index.ts';
import { createTestDatabase } from '../testing/database.ts';
import { ordersOf, PROGRAM, READINGS } from './testing/orders.ts';
import { startPartners, until } from './testing/partners.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const WAIT = { timeout: 60_000, interval: 100 };
const [PAGE = ''] = READINGS;
const TOO_MANY = PAGE.replace('limit=1', 'limit=1001');
/** No page of it is kept. */
const NEVER_ASKED = PAGE.replace('limit=1', 'limit=2');

const [url = ''] = inject('clickhouseUrls');
const database = 'over_http';
const server = { url, username: 'default', password: '', connections: 2 };
const clickhouse = openClickhouse({ ...server, database: 'default' });
await clickhouse.run(`create database ${database}`);
const { url: databaseUrl } = await createTestDatabase();
const group = await startPartners(databaseUrl, 1, {
  settings: {
    http: {
      writesPerMinute: 1_000_000,
      readsPerMinute: 1_000_000,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    },
    facts: {
      engine: 'clickhouse',
      clickhouseNodes: [url],
      clickhouseUser: 'default',
      clickhouseDatabase: database,
    },
  },
});
afterAll(async () => {
  await group.close();
  await clickhouse.run(`drop database ${database} sync`);
  await clickhouse.close();
});
const get = (path: string, headers?: Record<string, string>, signal?: AbortSignal) =>
  group.report(group.first.url, path, headers, signal);

for (const [kind, rows] of PROGRAM) await group.send(group.first.url, kind, rows);
await group.send(group.first.url, 'orders', ordersOf(1));
await until(async () => (await get(PAGE))?.text.includes('real-1:') === true, WAIT.timeout);

/** Lets every statement over orders run without end, until the returned function is called. */
async function slowDown(): Promise<() => Promise<void>> {
  const [found] = await clickhouse.query<{ name: string }>(
    `select name from system.tables where database = '${database}' and match(name, '^orders_[0-9]+$')`,
  );
  const table = `${database}.${found?.name ?? ''}`;
  await clickhouse.run(`rename table ${table} to ${table}_real`);
  await clickhouse.run(`create view ${table} as
    select o.* from numbers(1000000000000) n cross join ${table}_real o where n.number < 1 or sipHash64(n.number) = 0`);
  return async () => {
    await clickhouse.run(`drop view ${table}`);
    await clickhouse.run(`rename table ${table}_real to ${table}`);
  };
}

async function running(): Promise<number> {
  const [found] = await clickhouse.query<{ statements: number }>(
    `select count(*) as statements from system.processes
      where current_database = '${database}' and query like '%visible_orders%'`,
  );
  return found?.statements ?? 0;
}

test('a page that has not changed is 304 by its entity tag, and 200 after the next batch', async () => {
  const page = await get(PAGE);
  expect(page).toMatchObject({ status: 200 });
  expect(await get(PAGE, { 'if-none-match': page?.etag ?? '' })).toMatchObject({ status: 304, text: '' });
  await group.send(group.first.url, 'orders', ordersOf(2));
  await vi.waitFor(
    async () => expect(await get(PAGE, { 'if-none-match': page?.etag ?? '' })).toMatchObject({ status: 200 }),
    WAIT,
  );
  expect(await get(TOO_MANY)).toMatchObject({ status: 400 });
});

test('a slow statement ends on the server when the request times out or the caller of a file leaves', async () => {
  const speedUp = await slowDown();
  try {
    expect(await get(NEVER_ASKED)).toMatchObject({
      status: 504,
      text: expect.stringContaining('No answer within 5 s.') as string,
    });
    await vi.waitFor(async () => expect(await running()).toBe(0), WAIT);
    const leaving = new AbortController();
    const file = get(`${PAGE}&format=csv`, {}, leaving.signal);
    await vi.waitFor(async () => expect(await running()).toBe(1), WAIT);
    leaving.abort();
    expect(await file).toBeUndefined();
    await vi.waitFor(async () => expect(await running()).toBe(0), WAIT);
  } finally {
    await speedUp();
  }
  expect(await get(NEVER_ASKED)).toMatchObject({ status: 200 });
});
