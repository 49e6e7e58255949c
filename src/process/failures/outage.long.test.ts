import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy } from '../../platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { ordersOf, ORDERS_PER_BATCH, PROGRAM } from '../testing/orders.ts';
import { startPartners, until, type PartnerProcess } from '../testing/partners.ts';

const ORDERS = '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=1';

const { url, sql } = await createTestDatabase();
const line = await startProxy(url);
let group: Awaited<ReturnType<typeof startPartners>>;
let batches = 0;
beforeAll(async () => {
  group = await startPartners(line.url, 2);
  for (const [kind, rows] of PROGRAM) await group.send(group.first.url, kind, rows);
});
afterAll(async () => {
  await group.close();
  await line.cut();
});

const sendTo = ({ url }: PartnerProcess) => group.send(url, 'orders', ordersOf(batches));
const isAccepted = async (process: PartnerProcess): Promise<boolean> => {
  if ((await sendTo(process))?.status !== 200) return false;
  batches += 1;
  return true;
};

/** Sends to all processes in turn until stopped, and measures the longest time without an accepted batch. */
function keepSending() {
  const stopping = new AbortController();
  let [longestMs, last] = [0, performance.now()];
  const work = async (): Promise<number> => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const process = group.processes[turn % group.processes.length] ?? group.first;
      if (await isAccepted(process)) {
        longestMs = Math.max(longestMs, performance.now() - last);
        last = performance.now();
      } else await sleep(20);
    }
    return longestMs;
  };
  const working = work();
  return {
    stop() {
      stopping.abort();
      return working;
    },
  };
}

const reports = () => Promise.all(group.processes.map((each) => group.report(each.url, ORDERS)));

async function expectWhole(): Promise<void> {
  const [log] = await sql`
    select sum(accepted)::int as orders, count(*)::int as batches from batch where kind = 'orders'`;
  expect(log).toEqual({ orders: batches * ORDERS_PER_BATCH, batches });
  const [gaps] = await sql`select max(number) - count(*) as gaps from batch`;
  expect(gaps).toEqual({ gaps: '0' });
  await until(async () => new Set((await reports()).map((report) => report?.etag)).size === 1, 30_000);
  const [first, second] = await reports();
  expect(first?.status).toBe(200);
  expect(second?.text).toBe(first?.text);
}

test('while the database is out of reach writes are answered 503, nothing is lost, and all goes on by itself', async () => {
  const [writer, reader] = group.processes;
  if (!writer || !reader) throw new Error('There must be two processes.');
  expect(await isAccepted(reader)).toBe(true);
  await line.cut();
  // Longer than the lease.
  await sleep(4_000);
  for (const process of [writer, reader]) {
    const answer = await sendTo(process);
    expect([answer?.status, JSON.parse(answer?.text ?? '')]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ]);
    expect((await fetch(`${process.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${process.url}/healthz`)).status).toBe(200);
  }
  await line.restore();
  for (const process of [writer, reader]) await until(() => isAccepted(process), 30_000);
  await expectWhole();
});

test('a rolling restart interrupts writing for less than five seconds, and loses nothing', async () => {
  const sending = keepSending();
  for (const process of group.processes) {
    await process.kill('SIGTERM');
    await process.start();
  }
  const longestMs = await sending.stop();
  await expectWhole();
  expect(longestMs).toBeLessThan(5_000);
});
