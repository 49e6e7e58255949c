import { closeSync, openSync, readdirSync, renameSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { ordersOf, PROGRAM } from '../testing/orders.ts';
import { startPartners, until, type PartnerProcess } from '../testing/partners.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ORDERS = '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=500';
const HEADER_BYTES = 3 * 4_096;

const { url } = await createTestDatabase();
let group: Awaited<ReturnType<typeof startPartners>>;
let process: PartnerProcess;
let whole: string;
beforeAll(async () => {
  group = await startPartners(url, 1);
  process = group.first;
  for (const [kind, rows] of PROGRAM) await group.send(process.url, kind, rows);
  for (let batch = 0; batch < 10; batch++) await group.send(process.url, 'orders', ordersOf(batch));
  whole = await report();
});
afterAll(() => group.close());

async function report(): Promise<string> {
  const answer = await group.report(process.url, ORDERS);
  expect(answer?.status).toBe(200);
  return answer?.text ?? '';
}

const storeFile = (): string => {
  const folder = join(process.data, 'facts');
  return join(folder, readdirSync(folder).find((name) => /^store-\w+\.duckdb$/.test(name)) ?? '');
};

const overwrite = (path: string, from: number, bytes: number): void => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 7), 0, bytes, from);
  closeSync(file);
};

const REASON =
  /The file of the fact store is damaged\. A new one is being made from the log: \d+ % are done|The fact store is being made from the log/;

test.each<[string, (path: string, size: number) => void]>([
  ['was overwritten', (path, size) => overwrite(path, HEADER_BYTES, size - HEADER_BYTES)],
  ['lost its head', (path) => overwrite(path, 0, HEADER_BYTES)],
  ['was cut off', (path, size) => truncateSync(path, size / 2)],
])('a store that %s while the process was stopped is made again by itself', async (_how, harm) => {
  await process.kill('SIGTERM');
  harm(storeFile(), statSync(storeFile()).size);
  await process.start();
  const others = new Set<string>();
  await until(async () => {
    const answer = await group.report(process.url, ORDERS);
    if (answer?.status !== 200) others.add(`${answer?.status} ${answer?.text}`);
    return answer?.status === 200;
  }, 30_000);
  expect([...others].filter((answer) => !answer.startsWith('503 ') || !REASON.test(answer))).toEqual([]);
  expect(await report()).toBe(whole);
});

test('a store that breaks while it is open is a 503 with the reason until it is made again', async () => {
  // Closing writes all to the file; opening reads little of it.
  await process.kill('SIGTERM');
  await process.start();
  // Without the log nothing can be made, so the outage lasts.
  const log = join(group.folder, 'files/facts');
  renameSync(log, `${log}.away`);
  overwrite(storeFile(), HEADER_BYTES, statSync(storeFile()).size - HEADER_BYTES);

  const damaged = {
    status: 503,
    text: expect.stringContaining('is damaged. A new one is being made') as string,
  };
  expect(await group.report(process.url, ORDERS)).toMatchObject(damaged);
  expect(await group.report(process.url, '/api/wallet/accounts/')).toMatchObject(damaged);
  expect(await group.send(process.url, 'orders', ordersOf(0))).toMatchObject(damaged);
  const ready = await fetch(`${process.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('is damaged')]);
  expect((await fetch(`${process.url}/healthz`)).status).toBe(200);

  renameSync(`${log}.away`, log);
  await until(async () => (await fetch(`${process.url}/readyz`)).status === 200, 30_000);
  expect(await report()).toBe(whole);
  await until(async () => (await group.send(process.url, 'orders', ordersOf(10)))?.status === 200, 10_000);
});
