import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { inject } from '../../testing/inject.ts';
import { openConversionService } from '../conversions/testing/service.ts';
import { priceEndpoints } from './index.ts';
import { samplePrices } from './sample.ts';
import type { PriceSeries, WatchList } from './schema.ts';

const { database, access, exchanges } = await openConversionService();
const { db, sql } = database;
const { markets } = access;
let now = '2026-03-01T12:00:30.000Z';
const clock = { now: () => new Date(now) };

/** `Bearer <id>` or `Bearer <id>@<tenant>`. */
const authenticate = (header = ''): Actor => {
  const [id = '', tenant = 'acme'] = header.replace('Bearer ', '').split('@');
  return { kind: 'person', id, tenant, scopes: new Set(id === 'stranger' ? [] : ['market-data:view']) };
};
const app = frame(priceEndpoints(markets), { authenticate, db, clock });
afterAll(() => app.close());

beforeEach(async () => {
  await sql`truncate market_price, watch_list, conversion cascade`;
  now = '2026-03-01T12:00:30.000Z';
  await arrange('north', '100.02', '100.06');
  await arrange('south', '100', '100.20');
});

const arrange = async (venue: 'north' | 'south', bid: string, ask: string) => {
  await exchanges[venue].control.arrange('BTC-USDT', { bids: [[bid, '1']], asks: [[ask, '1']] });
  await expect
    .poll(async () => {
      const { listings } = await markets.find('acme', 'BTC-USDT');
      const book = listings.find((listing) => listing.venue === venue)?.book;
      return [book?.bids.levels(1)[0]?.price, book?.asks.levels(1)[0]?.price].map(Number);
    })
    .toEqual([Number(bid), Number(ask)]);
};

const areLive = async () => (await markets.find('acme', 'BTC-USDT')).listings.map(({ isLive }) => isLive);

const sample = (configured: readonly string[] = []) =>
  samplePrices({ db, clock }, { markets, tenants: ['acme'], configured });

/** The members of all answers that the tests read. */
type Shown = PriceSeries & WatchList & { readonly errors?: object; readonly detail?: string };

async function ask(path: string, as = 'ada', body?: object) {
  const answer = await inject(app, {
    method: body === undefined ? 'GET' : 'PUT',
    url: `/trade/v1/market-data/${path}`,
    headers: { authorization: `Bearer ${as}` },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json<Shown>() };
}

describe('the price of a pair over time', () => {
  it('has the best bid and ask over the live venues of each minute, and the exact middle', async () => {
    await sample();
    now = '2026-03-01T12:01:10.000Z';
    await arrange('south', '100.05', '100.20');
    await sample();
    const { status, body } = await ask('prices/btc-usdt');
    expect(status).toBe(200);
    expect(body).toEqual({
      symbol: 'BTC-USDT',
      from: '2026-03-01T06:01:10.000Z',
      to: '2026-03-01T12:01:10.000Z',
      stepSeconds: 60,
      prices: [
        { at: '2026-03-01T12:00:00.000Z', bid: '100.02', ask: '100.06', mid: '100.04', spread: '0.04' },
        { at: '2026-03-01T12:01:00.000Z', bid: '100.05', ask: '100.06', mid: '100.055', spread: '0.01' },
      ],
    });
  });

  it('has one price for a minute, the first, however many processes keep it', async () => {
    await Promise.all([sample(), sample()]);
    await arrange('south', '100.05', '100.20');
    await sample();
    const { body } = await ask('prices/BTC-USDT');
    expect(body.prices.map(({ bid }) => bid)).toEqual(['100.02']);
  });

  it('has a spread below zero where the books of venues cross', async () => {
    await arrange('south', '100.10', '100.20');
    await sample();
    expect((await ask('prices/BTC-USDT')).body.prices).toMatchObject([{ mid: '100.08', spread: '-0.04' }]);
  });

  it('has none for a minute in which no venue was live', async () => {
    await sample();
    await Promise.all(Object.values(exchanges).map(({ control }) => control.goOffline()));
    await expect.poll(areLive).not.toContain(true);
    now = '2026-03-01T12:01:00.000Z';
    await sample();
    await Promise.all(Object.values(exchanges).map(({ control }) => control.goOnline()));
    await expect.poll(areLive).not.toContain(false);
    expect((await ask('prices/BTC-USDT')).body.prices).toHaveLength(1);
  });

  it('has longer steps for longer periods, each with its last price', async () => {
    await sql`insert into market_price select 'acme', 'BTC-USDT', at, 1 + extract(minute from at), 100
      from generate_series('2026-03-01T00:00:00Z'::timestamptz, '2026-03-01T23:59:00Z', '1 minute') at`;
    const { body } = await ask('prices/BTC-USDT?from=2026-02-27T00:00:00Z&to=2026-03-01T23:59:00Z');
    expect(body.stepSeconds).toBe(900);
    expect(body.prices).toHaveLength(96);
    expect(body.prices[0]).toMatchObject({ at: '2026-03-01T00:14:00.000Z', bid: '15' });
  });

  it('is dropped after a week', async () => {
    await sample();
    now = '2026-03-08T12:02:00.000Z';
    await sample();
    expect(await sql`select at from market_price where symbol = 'BTC-USDT'`).toHaveLength(1);
  });

  it.each([
    ['prices/BTC-XYZ', 404, { detail: expect.stringContaining('No venue lists BTC-XYZ') as string }],
    [
      'prices/BTC-USDT?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z',
      400,
      { errors: { to: [expect.any(String)] } },
    ],
    ['prices/BTC-USDT?from=2026-03-02T00:00:00Z', 400, { errors: { from: ['must not be after to'] } }],
    [
      'prices/BTC-USDT?from=2026-01-01T00:00:00Z',
      400,
      { errors: { from: ['must be at most 7 days before to'] } },
    ],
  ])('refuses %s with %d', async (path, status, body) => {
    expect(await ask(path)).toMatchObject({ status, body });
  });

  it('is that of the own tenant, and needs its scope', async () => {
    await sample();
    expect((await ask('prices/BTC-USDT', 'eve@other')).status).toBe(404);
    expect((await ask('prices/BTC-USDT', 'stranger')).status).toBe(403);
  });
});

describe('the watch list', () => {
  it('offers what is traded most before anything is chosen, and its price now and a day before', async () => {
    await sample();
    now = '2026-03-02T12:01:00.000Z';
    await sql`insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
      fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at, updated_at)
      select gen_random_uuid(), 'acme', 'r' || n, 'COMPLETED', 'MARKET', 'BTC', 'ETH', 1, 1, 'from', 1, '{BTC,ETH}',
        '{}', '{}', 'desk', 0, 0, 0, '2026-03-02', '2026-03-02' from generate_series(1, 3) n`;
    await arrange('north', '101.02', '101.06');
    const { body } = await ask('watch-list');
    expect(body).toMatchObject({ isChosen: false, mostTraded: 'ETH-BTC' });
    expect(body.markets.find(({ symbol }) => symbol === 'BTC-USDT')).toMatchObject({
      price: { bid: '101.02', at: '2026-03-02T12:01:00.000Z' },
      dayBefore: { bid: '100.02', at: '2026-03-01T12:00:00.000Z' },
    });
  });

  it('belongs to one person, keeps its order, and can be empty', async () => {
    const symbols = ['eth-btc', 'BTC-USDT'];
    const { status, body } = await ask('watch-list', 'ada', { symbols });
    expect(status).toBe(200);
    expect(body.markets.map(({ symbol }) => symbol)).toEqual(['ETH-BTC', 'BTC-USDT']);
    expect((await ask('watch-list', 'grace')).body.isChosen).toBe(false);
    const emptied = await ask('watch-list', 'ada', { symbols: [] });
    expect(emptied.body).toMatchObject({ isChosen: true, markets: [] });
  });

  it('keeps the prices of its pairs, also of those that few venues list', async () => {
    await exchanges.north.control.arrange('ETH-BTC', { bids: [['0.05', '1']], asks: [['0.06', '1']] });
    await ask('watch-list', 'ada', { symbols: ['ETH-BTC'] });
    await expect.poll(async () => (await markets.find('acme', 'ETH-BTC')).listings[0]?.isLive).toBe(true);
    await sample();
    expect(await sql`select from market_price where symbol = 'ETH-BTC'`).toHaveLength(1);
  });

  it.each([
    [['BTC-XYZ'], { 'symbols.0': ['is not listed by any venue'] }],
    [['BTC-USDT', 'btc-usdt'], { 'symbols.1': ['is on the list already'] }],
    [Array.from({ length: 21 }, () => 'BTC-USDT'), { symbols: [expect.any(String)] }],
  ])('refuses %j by field, and stays as it was', async (symbols, errors) => {
    await ask('watch-list', 'ada', { symbols: ['BTC-USDT'] });
    expect(await ask('watch-list', 'ada', { symbols })).toMatchObject({ status: 400, body: { errors } });
    const { body } = await ask('watch-list');
    expect(body.markets.map(({ symbol }) => symbol)).toEqual(['BTC-USDT']);
  });

  it('waits for the first venue that says what it lists', async () => {
    const { status, body } = await ask('watch-list', 'eve@other', { symbols: ['BTC-USDT'] });
    expect([status, body.detail]).toEqual([503, 'No venue has described its markets yet.']);
  });
});
