import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startProxy, type Proxy } from '../../platform/postgres/testing/proxy.ts';
import { startS3 } from '../../platform/storage/testing/s3-server.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { ordersOf, ORDERS_PER_BATCH, PROGRAM } from '../testing/orders.ts';
import { startPartners, until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const ORDERS = '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=1';

const s3 = await startS3();
const line = await startProxy(s3.url);
afterAll(async () => {
  await line.cut();
  await s3.close();
});
const storage = s3.settingsAt(line.url);

const FAULTS: [how: string, fail: (line: Proxy) => unknown, recover: (line: Proxy) => unknown][] = [
  ['refuses connections', (to) => to.cut(), (to) => to.restore()],
  ['hangs', (to) => to.freeze(), (to) => to.thaw()],
];

describe('facts', async () => {
  const { url, sql } = await createTestDatabase();
  let group: Awaited<ReturnType<typeof startPartners>>;
  let batches = 0;
  beforeAll(async () => {
    group = await startPartners(url, 1, { settings: { storage } });
    for (const [kind, rows] of PROGRAM) await group.send(group.first.url, kind, rows);
  });
  afterAll(() => group.close());

  const send = () => group.send(group.first.url, 'orders', ordersOf(batches));
  const isAccepted = async (): Promise<boolean> => {
    if ((await send())?.status !== 200) return false;
    batches += 1;
    return true;
  };
  const ready = async (): Promise<[number, string]> => {
    const answer = await fetch(`${group.first.url}/readyz`);
    return [answer.status, await answer.text()];
  };

  test.each(FAULTS)(
    'a bucket that %s: writes are 503, reports go on, nothing is lost',
    async (_how, fail, recover) => {
      await until(isAccepted, 60_000);
      const before = await group.report(group.first.url, ORDERS);
      await fail(line);
      const refused = await send();
      expect([refused?.status, refused?.retryAfter, JSON.parse(refused?.text ?? '')]).toEqual([
        503,
        '60',
        expect.objectContaining({ detail: 'The storage of the facts failed, so nothing was stored.' }),
      ]);
      expect(await group.report(group.first.url, ORDERS)).toEqual(before);
      await until(async () => (await ready())[1].includes('The storage does not answer'), 30_000);
      expect((await ready())[0]).toBe(200);

      await recover(line);
      await until(isAccepted, 60_000);
      await until(async () => !(await ready())[1].includes('warnings'), 30_000);
      const [log] = await sql`select sum(accepted)::int as orders from batch where kind = 'orders'`;
      expect(log).toEqual({ orders: batches * ORDERS_PER_BATCH });
      expect((await group.command('facts', 'verify')).code).toBe(0);
    },
  );
});

describe('exports', async () => {
  const { url } = await createTestDatabase();
  const traders = openTraders({ databaseUrl: url, venues: {}, settings: { storage } });
  let service: Trader;
  beforeAll(async () => {
    service = await traders.start({ roles: 'trading,worker' });
  });
  afterAll(() => traders.close());

  interface Export {
    readonly id: string;
    readonly status: string;
    readonly url: string | null;
    readonly failureMessage?: string;
  }

  const create = async (): Promise<Export> => {
    const wish = { from: '2024-01-01T00:00:00.000Z', format: 'CSV' };
    const answer = await traders.ask(service, 'POST', '/trade/v1/exports?type=withdrawal', wish);
    expect(answer.status).toBe(201);
    return (await answer.json()) as Export;
  };
  const find = async (id: string): Promise<Export> =>
    (await (await traders.ask(service, 'GET', `/trade/v1/exports/${id}`)).json()) as Export;
  const ended = async (id: string): Promise<Export> => {
    await until(async () => (await find(id)).status !== 'PROCESSING', 300_000);
    return find(id);
  };
  const readiness = async () => (await fetch(`${service.url}/readyz`)).status;

  test.each(FAULTS)(
    'a bucket that %s: readiness reports it, other calls are served, and exports go on after it',
    async (_how, fail, recover) => {
      expect(await ended((await create()).id)).toMatchObject({ status: 'COMPLETED' });
      await fail(line);
      await until(async () => (await readiness()) === 503, 30_000);
      const waiting = await create();
      expect((await traders.ask(service, 'GET', '/trade/v1/venues/withdrawals')).status).toBe(200);
      expect(await find(waiting.id)).toMatchObject({ url: null });

      await recover(line);
      await until(async () => (await readiness()) === 200, 60_000);
      const { status, url: link } = await ended(waiting.id);
      // It is written after all, or has failed with the reason, and shows no part of a file.
      expect([status, link === null]).toEqual(status === 'FAILED' ? ['FAILED', true] : ['COMPLETED', false]);
      const next = await ended((await create()).id);
      expect(next).toMatchObject({ status: 'COMPLETED' });
      expect((await fetch(next.url ?? '')).status).toBe(200);
    },
  );
});
