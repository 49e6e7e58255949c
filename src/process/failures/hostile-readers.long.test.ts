import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { newPort } from '../../testing/process.ts';
import { ordersOf, PROGRAM } from '../testing/orders.ts';
import { getToken, startPartners, until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const ROWS = 300_000;
const BATCH = 50_000;
const SLOW_READERS = 40;
/** Far less than the answers that the slow readers have asked for. */
const MOST_ADDED_BYTES = 150 * 2 ** 20;
/** What somebody who asks for much may be answered with: all of it, or that it is too much. */
const BOUNDED: ReadonlySet<number> = new Set([200, 503, 504]);

/** What the JavaScript of a process keeps in memory. */
async function memoryOf(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes']
    .map((name) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Asks, and takes a few bytes of the answer now and then. */
async function readSlowly(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'readable');
  const reading = setInterval(() => void socket.read(16), 100);
  socket.on('error', () => {}).once('close', () => clearInterval(reading));
  onTestFinished(() => void socket.destroy());
}

describe('the trading service', async () => {
  const { url, sql } = await createTestDatabase();
  const metricsPort = await newPort();
  const traders = openTraders({
    databaseUrl: url,
    venues: {},
    settings: { metrics: { port: metricsPort } },
  });
  let service: Trader;
  let other: Record<string, string>;
  beforeAll(async () => {
    await sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select gen_random_uuid(), 'default', 'aurora', 'BTC', n, '{"kind": "fiat", "alias": "a", "account": "a", "reference": null}',
        md5(n::text) || repeat('ab', 40), 'CANCELLED', 'desk', 0, moment, moment
      from generate_series(1, ${ROWS}::int) n,
        lateral (select timestamptz '2026-02-01T00:00:00Z' + n * interval '1 second') moments (moment)`;
    await sql`analyze withdrawal`;
    service = await traders.start({ roles: 'trading,worker' });
    const token = await getToken(url, service.url, 'other', ['venue-transfer:view']);
    other = { authorization: `Bearer ${token}` };
  });
  afterAll(() => traders.close());

  const askAsOther = async (): Promise<number> => {
    const answer = await fetch(`${service.url}/trade/v1/venues/withdrawals?pageSize=1`, { headers: other });
    await answer.text();
    return answer.status;
  };

  test('however costly the filters over 300,000 rows, each ends, and others are served meanwhile', async () => {
    const filters = [
      'reference:*a*b*c*d*e*f*zz*',
      'reference:/(a|b|ab|ba)*(a|b|ab|ba)*c{1,200}zz/',
      Array.from({ length: 14 }, (_, index) => `reference:/.*(ab)+.*${index}z{2,100}/`).join(' OR '),
      'reference:abababababababababab~2 OR reference:babababababababababa~2',
      `NOT (${Array.from({ length: 40 }, (_, index) => `reference:*z${index}*`).join(' OR ')})`,
      `${'('.repeat(32)}reference:*q*q*q*${')'.repeat(32)} AND amount:[1 TO 2] AND network:/(x+x+)+y/`,
    ];
    const asked = [...filters, ...filters].map(async (query) => {
      const path = `/trade/v1/venues/withdrawals?q=${encodeURIComponent(query)}&pageSize=100`;
      const answer = await traders.ask(service, 'GET', path);
      return { query, status: answer.status, detail: answer.ok ? '' : await answer.text() };
    });
    const over = new AbortController();
    const meanwhile = (async () => {
      const statuses = new Set<number>();
      while (!over.signal.aborted) statuses.add(await askAsOther());
      return statuses;
    })();
    const answers = await Promise.all(asked).finally(() => over.abort());
    expect(answers.filter(({ status }) => !BOUNDED.has(status))).toEqual([]);
    expect([...(await meanwhile)]).toEqual([200]);
    const tooLong = 'reference:a OR '.repeat(100);
    for (const refused of ['reference:/((((((((((a*)*)*)*)*)*)*)*)*)*zz/', `${tooLong}reference:a`]) {
      const path = `/trade/v1/venues/withdrawals?q=${encodeURIComponent(refused)}`;
      expect((await traders.ask(service, 'GET', path)).status).toBe(400);
    }
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity where state = 'active'
            and datname = current_database() and application_name like '%lists' and query like '%withdrawal%'`
        ).length === 0,
      60_000,
    );
  });

  test('readers of files and streams who take a few bytes now and then cost little, and others are served', async () => {
    const wish = { from: '2026-01-01T00:00:00.000Z', format: 'CSV' };
    const created = await traders.ask(service, 'POST', '/trade/v1/exports?type=withdrawal', wish);
    const { id } = (await created.json()) as { id: string };
    let link = '';
    await until(async () => {
      const found = await traders.ask(service, 'GET', `/trade/v1/exports/${id}`);
      const { status, url: address } = (await found.json()) as { status: string; url: string | null };
      link = service.url + new URL(address ?? service.url).pathname + new URL(address ?? service.url).search;
      return status === 'COMPLETED';
    }, 300_000);
    const whole = await (await fetch(link)).arrayBuffer();
    expect(whole.byteLength).toBeGreaterThan(30 * 2 ** 20);

    const before = await memoryOf(metricsPort);
    for (let count = 0; count < SLOW_READERS; count += 1) {
      await readSlowly(link, {});
      await readSlowly(`${service.url}/trade/v1/events/stream`, other);
    }
    for (let count = 0; count < 20; count += 1) expect(await askAsOther()).toBe(200);
    expect((await (await fetch(link)).arrayBuffer()).byteLength).toBe(whole.byteLength);
    expect((await memoryOf(metricsPort)) - before).toBeLessThan(MOST_ADDED_BYTES);
  });
});

describe('the partner service', async () => {
  const { url } = await createTestDatabase();
  const metricsPort = await newPort();
  let group: Awaited<ReturnType<typeof startPartners>>;
  let reader: Record<string, string>;
  let other: Record<string, string>;
  beforeAll(async () => {
    group = await startPartners(url, 1, { settings: { metrics: { port: metricsPort } } });
    const { url: address } = group.first;
    for (const [kind, rows] of [...PROGRAM, ['partners', [{ partner_uid: 'P2' }]] as const])
      await group.send(address, kind, rows);
    const [order] = ordersOf(0);
    for (let from = 1; from <= ROWS; from += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, index) => ({ ...order, ticket: from + index }));
      const answer = await group.send(address, 'orders', rows);
      if (answer?.status !== 200) throw new Error(`The orders were not stored: ${answer?.text}`);
    }
    const bearer = async (partner: string) => ({
      authorization: `Bearer ${await getToken(url, address, 'reader', ['reports:view'], partner)}`,
    });
    [reader, other] = [await bearer('P1'), await bearer('P2')];
  });
  afterAll(() => group.close());

  const MARCH = 'date_from=2024-03-01&date_to=2024-03-31';
  const ask = async (path: string, headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${group.first.url}/api/reports/${path}`, { headers });
    await answer.text();
    return answer.status;
  };
  const askAsOther = (count: number) => ask(`orders/?${MARCH}&limit=${(count % 20) + 1}`, other);

  test('however costly the questions over 300,000 orders, each ends, and others are served meanwhile', async () => {
    const many = Array.from({ length: 90 }, (_, index) => `client_account=${9001 + index}`).join('&');
    const questions = [
      `orders/?${MARCH}&${many}&ordering=-reward_usd`,
      `orders/?${MARCH}&offset=299999`,
      'performance/?date_from=1970-01-01&date_to=2099-12-31',
      'rewards/',
      `orders/?${MARCH}&order_id=${Array.from({ length: 90 }, (_, index) => `real-1:${index}`).join('&order_id=')}`,
      'ib/performance/?date_from=1970-01-01&date_to=2099-12-31',
    ];
    const over = new AbortController();
    const meanwhile = (async () => {
      const statuses = new Set<number>();
      for (let count = 0; !over.signal.aborted; count += 1) statuses.add(await askAsOther(count));
      return statuses;
    })();
    const answers = await Promise.all(
      [...questions, ...questions].map(async (path) => ({ path, status: await ask(path, reader) })),
    ).finally(() => over.abort());
    expect(answers.filter(({ status }) => !BOUNDED.has(status))).toEqual([]);
    expect([...(await meanwhile)]).toEqual([200]);
  });

  test('readers of files who take a few bytes now and then cost little, and others are served', async () => {
    const file = `${group.first.url}/api/reports/orders/?${MARCH}`;
    const before = await memoryOf(metricsPort);
    // Of one partner, one file is written at a time; the others wait for it.
    await readSlowly(file, { ...reader, accept: 'text/csv' });
    const waiting = new AbortController();
    onTestFinished(() => waiting.abort());
    for (let count = 0; count < SLOW_READERS; count += 1) {
      const headers = { ...reader, accept: 'text/csv' };
      void fetch(file, { headers, signal: waiting.signal }).catch(() => {});
    }
    for (let count = 0; count < 20; count += 1) expect(await askAsOther(count)).toBe(200);
    expect(await ask(`orders/?${MARCH}&limit=3`, reader)).toBe(200);
    const whole = await fetch(file, { headers: { ...other, accept: 'text/csv' } });
    expect([whole.status, (await whole.text()).split('\r\n').length]).toEqual([200, 2]);
    expect((await memoryOf(metricsPort)) - before).toBeLessThan(MOST_ADDED_BYTES);
  });
});
