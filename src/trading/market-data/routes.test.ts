import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, type Actor } from '../../kernel/index.ts';
import type { FastifyInstance } from 'fastify';
import { createClock, openProcess, plantCredential, serve } from '../../platform/auth/testing/fixture.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createLogs, createMetrics, type Metrics } from '../../platform/telemetry/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { elapsedMs } from '../../testing/elapsed.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { openVenues, type Venues, type VenueSettings } from '../venues/index.ts';
import { stillProfile } from '../../../exchange/testing/profile.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { startTestExchange, type TestExchange } from '../venues/testing/start.ts';
import { marketDataEndpoints, openMarketData, type MarketData } from './index.ts';
import { parseEvents, Replay, type StreamEvent } from './testing/replay.ts';
import { inject } from '../../testing/inject.ts';

const database = await createTestDatabase();
const { logger } = createLogs('silent');
const BOOKS = '/trade/v1/market-data/order-book';

/** `Bearer <scope>` or `Bearer <scope>@<tenant>`. */
const authenticate = (header: string | undefined): Actor => {
  const [scope = '', tenant = 'acme'] = (header ?? '').replace('Bearer ', '').split('@');
  return { kind: 'client', id: scope, tenant, scopes: new Set([scope]) };
};

let folder: string;
let north: TestExchange;
let south: TestExchange;
let venues: Venues;
let marketData: MarketData;
let metrics: Metrics;
let app: FastifyInstance;

const { terms } = stillProfile;
const [bitcoin, ether] = terms.markets;
if (!bitcoin || !ether) throw new Error('The still profile has lost its markets.');

const settingsOf = (code: string, exchange: string): VenueSettings => ({
  code,
  tenant: 'acme',
  kind: 'simulated',
  exchange,
  account: 'MAIN',
  credentials: `file:${join(folder, 'credentials.json')}`,
});

const allDescribed = (): Promise<boolean> =>
  vi.waitUntil(() => venues.of('acme').every(({ isLive }) => isLive), { timeout: 60_000 });

const measured = async (name: string, labels = ''): Promise<number> =>
  Number(new RegExp(`^${name}${labels}[^}]*\\}? (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]);

const rate = async (pair: string) => {
  const { status, text } = await ask(`/trade/v1/rates/indicative/${pair}`);
  return { status, ...(JSON.parse(text) as { rate?: string; path?: string[] }) };
};

beforeAll(async () => {
  folder = makeFolder();
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
  north = await startTestExchange();
  south = await startTestExchange({
    ...stillProfile,
    terms: {
      ...terms,
      account: { code: 'DESK', makerFee: '0.0002', takerFee: '0.0005' },
      markets: [{ ...bitcoin, tickSize: '0.05' }],
    },
  });
});
afterAll(async () => {
  await Promise.all([north.stop(), south.stop()]);
  await removeFolder(folder);
});

beforeEach(async () => {
  await database.sql`truncate venue_switch, venue_description`;
  const settings = [settingsOf('north', north.baseUrl), settingsOf('south', south.baseUrl)];
  const { db } = database;
  venues = await openVenues({ settings, env: {}, db, clock: systemClock, logger });
  await north.control.arrange('BTC-USDT', {
    bids: [
      ['100.02', '1'],
      ['100.00', '2'],
    ],
    asks: [
      ['100.06', '1'],
      ['100.15', '3'],
    ],
  });
  await south.control.arrange('BTC-USDT', {
    bids: [
      ['100.10', '2'],
      ['100.00', '4'],
    ],
    asks: [
      ['100.15', '5'],
      ['100.20', '1'],
    ],
  });
  metrics = createMetrics();
  marketData = openMarketData({
    venues,
    db,
    clock: systemClock,
    logger,
    limits: { backOffMs: 20, maxBackOffMs: 200, readyWithinMs: 10_000 },
  });
  marketData.measure(metrics);
  app = frame(marketDataEndpoints(marketData), { authenticate, db });
  await allDescribed();
});
afterEach(async () => {
  await marketData.close();
  await app.close();
  await venues.close();
  await Promise.all([north.control.goOnline(), south.control.goOnline()]);
});

interface Entry {
  price: string;
  quantity: string;
  venue: string;
  timestamp: string;
  priceWithFee: string;
}

interface Shown {
  bids: Entry[];
  asks: Entry[];
  venueAccount: string;
  type: string;
}

async function ask(path: string, headers: Record<string, string> = {}, as = 'market-data:view') {
  const answer = await inject(app, { url: path, headers: { authorization: `Bearer ${as}`, ...headers } });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

async function bookOf(query: string): Promise<Shown> {
  const { text } = await ask(`${BOOKS}/BTC-USDT/aggregated${query}`);
  return JSON.parse(text) as Shown;
}

const plain = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
const brief = (entries: readonly Entry[]): string[] =>
  entries.map(({ price, quantity, venue }) => `${plain(price)} x ${plain(quantity)} ${venue}`);

const FIRM = {
  bids: ['100.1 x 2 south', '100.02 x 1 north', '100 x 4 south', '100 x 2 north'],
  asks: ['100.06 x 1 north', '100.15 x 5 south', '100.15 x 3 north', '100.2 x 1 south'],
};
const TOP = {
  bids: ['100.1 x 2 south', '100.02 x 1 north'],
  asks: ['100.06 x 1 north', '100.15 x 5 south'],
};

describe('the aggregated order book', () => {
  it.each([
    ['', 'INDICATIVE', FIRM],
    ['?orderBookType=INDICATIVE', 'INDICATIVE', FIRM],
    ['?orderBookType=FIRM', 'AGGREGATED', FIRM],
    ['?orderBookType=NATIVE', 'AGGREGATED', FIRM],
    ['?orderBookType=TOP', 'AGGREGATED', TOP],
    ['?orderBookType=FIRM&depth=2', 'AGGREGATED', TOP],
    [
      '?orderBookType=AGGREGATED',
      'AGGREGATED',
      {
        bids: ['100.1 x 2 south', '100 x 4 south', '100 x 3 north'],
        asks: ['100.1 x 1 north', '100.15 x 5 south', '100.15 x 3 north', '100.2 x 1 south'],
      },
    ],
    [
      '?orderBookType=VWAP&depth=2',
      'AGGREGATED',
      {
        bids: ['100.1 x 2 south', '100.073333333333333333 x 3 north'],
        asks: ['100.06 x 1 north', '100.135 x 6 south'],
      },
    ],
  ])('of two crossed venues is right with %s', async (query, type, expected) => {
    const book = await bookOf(query);
    expect({ bids: brief(book.bids), asks: brief(book.asks) }).toEqual(expected);
    expect(book).toMatchObject({ type, venueAccount: 'AGGREGATED' });
  });

  it.each([
    ['', ['100.10', '100.02'], ['100.06', '100.15']],
    ['&feeStrategy=MAKER', ['100.07998', '99.939984'], ['100.140048', '100.17003']],
    ['&feeStrategy=TAKER', ['100.04995', '99.91998'], ['100.16006', '100.200075']],
  ])('contains each venue’s own fee with TOP%s', async (fee, bids, asks) => {
    const book = await bookOf(`?orderBookType=TOP${fee}`);
    expect(book.bids.map(({ priceWithFee }) => priceWithFee)).toEqual(bids);
    expect(book.asks.map(({ priceWithFee }) => priceWithFee)).toEqual(asks);
  });

  it('has exactly the fields of the contract, in its order', async () => {
    const { status, text, headers } = await ask(`${BOOKS}/btc-usdt/aggregated?depth=1`);
    const shape = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(shape).toBe(
      '{"timestamp":"TIME","venue":null,"venueAccount":"AGGREGATED",' +
        '"symbol":{"base":{"code":"BTC"},"counter":{"code":"USDT"}},' +
        '"bids":[{"price":"100.10","quantity":"2.00000","venue":"south","timestamp":"TIME","priceWithFee":"100.10"}],' +
        '"asks":[{"price":"100.06","quantity":"1.00000","venue":"north","timestamp":"TIME","priceWithFee":"100.06"}],' +
        '"type":"INDICATIVE"}',
    );
  });

  it('keeps 18 decimals of a price as they were published', async () => {
    const price = '0.050000000000000001';
    await north.control.arrange('ETH-BTC', { bids: [[price, '1']], asks: [] });
    const { text } = await ask(`${BOOKS}/ETH-BTC/aggregated?orderBookType=FIRM&feeStrategy=TAKER`);
    expect(JSON.parse(text)).toMatchObject({
      venueAccount: 'MAIN',
      bids: [{ price, priceWithFee: '0.049950000000000000999' }],
      asks: [],
    });
  });

  it('is answered 304 while it does not change, and in full after a change', async () => {
    const path = `${BOOKS}/BTC-USDT/aggregated?orderBookType=TOP`;
    const first = await ask(path);
    const etag = String(first.headers['etag']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(path, { 'if-none-match': known });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    }
    await north.control.arrange('BTC-USDT', { bids: [['100.03', '1']], asks: [] });
    await expect.poll(async () => (await ask(path, { 'if-none-match': etag })).status).toBe(200);
    const changed = await ask(path, { 'if-none-match': etag });
    expect(changed.headers['etag']).not.toBe(etag);
    expect(changed.text).toContain('100.03');
  });

  it('loses a venue that disconnects from all but INDICATIVE, and has it back afterwards', async () => {
    await bookOf('');
    await south.control.goOffline();
    const firm = async () => brief((await bookOf('?orderBookType=FIRM')).bids);
    await expect.poll(firm).toEqual(['100.02 x 1 north', '100 x 2 north']);
    expect(await bookOf('?orderBookType=NATIVE')).toMatchObject({ venueAccount: 'MAIN' });
    expect(brief((await bookOf('')).bids)).toEqual(FIRM.bids);
    await north.control.goOffline();
    await expect.poll(firm).toEqual([]);
    expect(brief((await bookOf('?orderBookType=INDICATIVE')).asks)).toEqual(FIRM.asks);
    await south.control.goOnline();
    await expect.poll(firm).toEqual(['100.1 x 2 south', '100 x 4 south']);
  });

  it.each(['off', 'simulate'])('is not FIRM at a venue whose trading is switched %s', async (trading) => {
    const firm = async () => brief((await bookOf('?orderBookType=FIRM')).asks);
    expect(await firm()).toEqual(FIRM.asks);
    await database.sql`insert into venue_switch ${database.sql({ tenant: 'acme', venue: 'south', trading, withdrawals: 'live' })}`;
    await expect.poll(firm).toEqual(['100.06 x 1 north', '100.15 x 3 north']);
    expect(brief((await bookOf('?orderBookType=NATIVE')).asks)).toEqual(FIRM.asks);
  });

  it.each([
    ['BTC', 'symbol', 'must be BASE-COUNTER'],
    ['BTC-USDT-EUR', 'symbol', 'must be BASE-COUNTER'],
    ['-USDT', 'symbol', 'must be BASE-COUNTER'],
    [`${'A'.repeat(28)}-USDT`, 'symbol', 'must have at most 32 characters'],
    ['BTC-USDT/aggregated?depth=0', 'depth', 'must be at least 1'],
    ['BTC-USDT/aggregated?depth=1001', 'depth', 'must be at most 1000'],
    ['BTC-USDT/aggregated?depth=1.5', 'depth', 'must be an integer'],
    ['BTC-USDT/aggregated?orderBookType=firm', 'orderBookType', 'must be one of INDICATIVE'],
    ['BTC-USDT/aggregated?feeStrategy=BOTH', 'feeStrategy', 'must be one of MAKER, TAKER'],
    ['BTC-USDT/aggregated?kind=FIRM', 'kind', 'is not known here'],
    ['BTC-USDT/aggregated/stream?depth=0', 'depth', 'must be at least 1'],
  ])('refuses %s and says what is wrong', async (path, field, message) => {
    const { status, text } = await ask(`${BOOKS}/${path}`);
    const { errors } = JSON.parse(text) as { errors: Record<string, string[]> };
    expect(status).toBe(400);
    expect(errors[field]?.join()).toContain(message);
  });

  it.each([
    [404, 'DOGE-USDT/aggregated', 'market-data:view'],
    [404, 'DOGE-USDT', 'market-data:view'],
    [404, 'DOGE-USDT/aggregated/stream', 'market-data:view'],
    [404, 'BTC-USDT/aggregated', 'market-data:view@rival'],
    [403, 'BTC-USDT/aggregated', 'venues:view'],
    [403, 'BTC-USDT', 'venues:view'],
    [403, 'BTC-USDT/aggregated/stream', 'venues:view'],
  ])('answers %i to %s for %s', async (status, path, as) => {
    expect((await ask(`${BOOKS}/${path}`, {}, as)).status).toBe(status);
  });
});

describe('the books of each venue', () => {
  it('are shown one by one with their accounts, fees and whether they are firm', async () => {
    await ask(`${BOOKS}/BTC-USDT`);
    await north.control.goOffline();
    const books = async () => {
      const { text } = await ask(`${BOOKS}/BTC-USDT?depth=1&feeStrategy=TAKER`);
      return (JSON.parse(text) as (Shown & { venue: string })[]).map(
        ({ venue, venueAccount, type, bids, asks }) => ({
          venue,
          venueAccount,
          type,
          prices: [...bids, ...asks].map(({ priceWithFee }) => priceWithFee),
        }),
      );
    };
    await expect.poll(books).toEqual([
      { venue: 'north', venueAccount: 'MAIN', type: 'INDICATIVE', prices: ['99.91998', '100.16006'] },
      { venue: 'south', venueAccount: 'DESK', type: 'FIRM', prices: ['100.04995', '100.200075'] },
    ]);
  });
});

/** Reads a stream over a socket until stopped. */
function follow(url: string, onEvents: (events: StreamEvent[]) => void): () => void {
  let text = '';
  const request = httpRequest(url, { headers: { authorization: 'Bearer market-data:view' } }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.lastIndexOf('\n\n');
      if (end === -1) return;
      onEvents(parseEvents(text.slice(0, end)));
      text = text.slice(end + 2);
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  request.end();
  return () => request.destroy();
}

describe('the stream', () => {
  it.each(['FIRM', 'VWAP', 'AGGREGATED'])(
    'of %s, replayed by a client, equals the snapshot of every version that another is given',
    async (type) => {
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      const url = `${address}${BOOKS}/BTC-USDT/aggregated/stream?orderBookType=${type}&feeStrategy=TAKER`;
      const versions = new Map<number, unknown>();
      const replay = new Replay();
      const stop = follow(url, (events) => {
        for (const event of events) {
          replay.apply(event);
          versions.set(replay.book.version, replay.book);
        }
      });
      await expect.poll(() => versions.size).toBeGreaterThan(0);
      const snapshots: StreamEvent[] = [];
      for (let round = 0; round < 8; round++) {
        const { version } = replay.book;
        const levels = (side: 1 | -1): [string, string][] =>
          Array.from({ length: 1 + (round % 3) }, (_, index) => [
            `${100 + side * (1 + index + (round % 2))}`,
            `${round + 1}`,
          ]);
        await north.control.arrange('BTC-USDT', { bids: levels(-1), asks: levels(1) });
        if (round === 4) await south.control.goOffline();
        await expect.poll(() => replay.book.version).toBeGreaterThan(version);
        await new Promise<void>((resolve) => {
          const leave = follow(url, ([event]) => {
            if (event) snapshots.push(event);
            leave();
            resolve();
          });
        });
      }
      const newest = Math.max(...snapshots.map(({ data }) => data.version));
      await expect.poll(() => versions.has(newest)).toBe(true);
      stop();
      expect(new Set(snapshots.map(({ data }) => data.version)).size).toBeGreaterThanOrEqual(8);
      for (const { name, data } of snapshots) {
        expect(name).toBe('snapshot');
        expect(versions.get(data.version)).toEqual(data);
      }
    },
  );

  it('ends when the service stops, and its reader is forgotten when it leaves', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address}${BOOKS}/BTC-USDT/aggregated/stream`;
    const headers = { authorization: 'Bearer market-data:view' };
    const stop = follow(url, () => {});
    await expect.poll(() => measured('quaestor_book_stream_readers')).toBe(1);
    stop();
    await expect.poll(() => measured('quaestor_book_stream_readers')).toBe(0);
    await fetch(url, { headers, method: 'HEAD' });
    await expect.poll(() => measured('quaestor_book_stream_readers')).toBe(0);
    const stream = await fetch(url, { headers });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    await marketData.close();
    expect(await stream.text()).toMatch(/^event: snapshot\n/);
  });
});

it('the stream ends within two seconds when its token is revoked', async () => {
  const clock = createClock();
  const place = await openProcess(database, clock);
  const { url } = await serve(place, clock, 'trading', undefined, marketDataEndpoints(marketData));
  const { name, secret } = await plantCredential(database, { scopes: ['market-data:view'] });
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: name, client_secret: secret, ...form }),
    });
  const granted = await post('/oauth/token', { grant_type: 'client_credentials' });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${url}${BOOKS}/BTC-USDT/aggregated/stream`, { headers });
  expect(stream.status).toBe(200);
  await expect.poll(() => measured('quaestor_book_stream_readers')).toBe(1);
  await post('/oauth/revoke', { token });
  const text = stream.text();
  expect(await elapsedMs(text)).toBeLessThan(2_000);
  expect(await text).toMatch(/^event: snapshot\n/);
  await expect.poll(() => measured('quaestor_book_stream_readers')).toBe(0);
});

describe('the indicative rate', () => {
  it.each([
    ['BTC/USDT', '100.08', ['BTC', 'USDT']],
    ['btc/usdt', '100.08', ['BTC', 'USDT']],
    ['USDT/BTC', '0.009992006394884093', ['USDT', 'BTC']],
    ['ETH/USDT', '5.004', ['ETH', 'BTC', 'USDT']],
    ['BTC/BTC', '1', ['BTC']],
  ])('of %s is right', async (pair, expected, path) => {
    await north.control.arrange('ETH-BTC', { bids: [['0.04', '1']], asks: [['0.06', '1']] });
    expect(await rate(pair)).toMatchObject({ status: 200, rate: expected, path });
  });

  it.each([
    [404, 'BTC/DOGE'],
    [404, 'DOGE/BTC'],
    [400, 'BTC/US$'],
    [503, 'ETH/BTC'],
  ])('answers %i to %s', async (status, pair) => {
    await north.control.arrange('ETH-BTC', { bids: [], asks: [] });
    expect((await rate(pair)).status).toBe(status);
  });
});

describe('the measures', () => {
  it('tell of each venue’s updates, gaps, resyncs, age and books', async () => {
    await bookOf('');
    await north.control.fault({ operation: 'feed', fault: { type: 'gap' }, times: 1 });
    await north.control.arrange('BTC-USDT', { bids: [['99', '1']], asks: [] });
    await north.control.arrange('BTC-USDT', { bids: [['98', '1']], asks: [] });
    await expect.poll(() => measured('quaestor_book_gaps_total', '{tenant="acme",venue="north"')).toBe(1);
    expect(await measured('quaestor_book_resyncs_total', '{tenant="acme",venue="north"')).toBe(1);
    expect(await measured('quaestor_book_gaps_total', '{tenant="acme",venue="south"')).toBe(0);
    expect(await measured('quaestor_book_updates_total', '{tenant="acme",venue="south"')).toBe(4);
    expect(
      await measured('quaestor_book_age_seconds', '{tenant="acme",venue="south"'),
    ).toBeGreaterThanOrEqual(0);
    expect(await measured('quaestor_books', '{tenant="acme",venue="south"')).toBe(1);
    for (const name of ['updates', 'gaps', 'resyncs']) {
      expect(await metrics.registry.metrics()).toContain(`# TYPE quaestor_book_${name}_total counter\n`);
    }
  });
});
