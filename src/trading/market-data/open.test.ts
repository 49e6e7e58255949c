import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogs, createMetrics, type Metrics } from '../../platform/telemetry/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { openVenues, type Venues, type VenueSettings } from '../venues/index.ts';
import { stillProfile } from '../../../exchange/testing/profile.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { startTestExchange, type TestExchange } from '../venues/testing/start.ts';
import { openMarketData, type MarketData } from './index.ts';

const TENANT = 'acme';
/** Its only venue does not answer. */
const MUTE_TENANT = 'mute';
const IDLE_MS = 60_000;
const database = await createTestDatabase();
const { logger } = createLogs('silent');

let folder: string;
let exchange: TestExchange;
let venues: Venues;
let marketData: MarketData;
let metrics: Metrics;
let skippedMs: number;
const clock = { now: () => new Date(Date.now() + skippedMs) };

beforeAll(async () => {
  folder = makeFolder();
  const credentials = join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify(CREDENTIALS));
  const { terms } = stillProfile;
  const [bitcoin] = terms.markets;
  if (!bitcoin) throw new Error('The still profile has lost its markets.');
  const markets = [...terms.markets, { ...bitcoin, base: 'ETH' }];
  exchange = await startTestExchange({ ...stillProfile, terms: { ...terms, markets } });
  skippedMs = 0;
  const common = { kind: 'simulated', account: 'MAIN', credentials: `file:${credentials}` } as const;
  const settings: VenueSettings[] = [
    { ...common, code: 'north', tenant: TENANT, exchange: exchange.baseUrl },
    { ...common, code: 'mute', tenant: MUTE_TENANT, exchange: 'http://127.0.0.1:9' },
  ];
  venues = await openVenues({ settings, env: {}, db: database.db, clock, logger });
  await vi.waitUntil(() => venues.of(TENANT).every(({ isLive }) => isLive), { timeout: 60_000 });
});
afterAll(async () => {
  await venues.close();
  await exchange.stop();
  await removeFolder(folder);
});

beforeEach(() => {
  skippedMs = 0;
  metrics = createMetrics();
});
afterEach(() => marketData.close());

function open(options: { symbols?: readonly string[]; markets?: number } = {}): void {
  marketData = openMarketData({
    venues,
    db: database.db,
    clock,
    logger,
    subscriptions: (options.symbols ?? []).map((symbol) => ({ tenant: TENANT, symbol })),
    limits: { readyWithinMs: 10_000, idleMs: IDLE_MS, markets: options.markets ?? 10 },
  });
  marketData.measure(metrics);
}

async function followed(): Promise<number> {
  const values = (await metrics.registry.metrics()).matchAll(/^quaestor_books\{.*\} (\d+)$/gm);
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

describe('an order book', () => {
  it('is followed from the first request for it, and let go when nobody has asked for a while', async () => {
    open();
    expect(await followed()).toBe(0);
    const market = await marketData.find(TENANT, 'BTC-USDT');
    expect(await followed()).toBe(1);
    skippedMs = IDLE_MS;
    await expect.poll(followed).toBe(0);
    expect(market.followers).toEqual([]);
  });

  it('of the configuration is followed from the beginning, and kept, and takes no room from others', async () => {
    open({ symbols: ['ETH-BTC'], markets: 1 });
    await expect.poll(followed).toBe(1);
    const configured = await marketData.find(TENANT, 'ETH-BTC');
    await marketData.find(TENANT, 'BTC-USDT');
    expect(await followed()).toBe(2);
    skippedMs = IDLE_MS;
    await expect.poll(followed).toBe(1);
    expect(await marketData.find(TENANT, 'ETH-BTC')).toBe(configured);
  });

  it('whose stream is read is kept, and asking for one more than there is room for is refused', async () => {
    open({ markets: 1 });
    const market = await marketData.find(TENANT, 'BTC-USDT');
    const reader = market.broadcasts.join({ type: 'FIRM', feeStrategy: undefined, depth: undefined });
    await expect(marketData.find(TENANT, 'ETH-BTC')).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '60' },
    });
    reader.destroy();
    await expect.poll(() => market.broadcasts.readerCount).toBe(0);
    await marketData.find(TENANT, 'ETH-BTC');
    expect(await followed()).toBe(1);
  });

  it('makes room for another when it has been unused for the longest time', async () => {
    open({ markets: 2 });
    const used = await marketData.find(TENANT, 'BTC-USDT');
    const unused = await marketData.find(TENANT, 'ETH-BTC');
    skippedMs = 1_000;
    const lastUse = async () => (await marketData.find(TENANT, 'BTC-USDT')).usedAtMs;
    await expect.poll(lastUse).toBeGreaterThan(unused.usedAtMs);
    await marketData.find(TENANT, 'ETH-USDT');
    expect([used, unused].map(({ followers }) => followers.length)).toEqual([1, 0]);
  });

  it('is not said to be unlisted while no venue has said what it lists', async () => {
    open();
    await expect(marketData.find(MUTE_TENANT, 'BTC-USDT')).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '1' },
    });
  });

  it('that one tenant’s venues have is nothing to another tenant', async () => {
    open();
    await marketData.find(TENANT, 'BTC-USDT');
    const other = async () => marketData.find('nobody', 'BTC-USDT');
    await expect(other()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that somebody waits for makes no room for another', async () => {
    open({ markets: 1 });
    await marketData.find(TENANT, 'BTC-USDT');
    const waiting = marketData.find(TENANT, 'ETH-BTC');
    await expect(marketData.find(TENANT, 'BTC-USDT')).rejects.toMatchObject({ code: 'unavailable' });
    expect((await waiting).listings).toMatchObject([{ venue: 'north', isLive: true }]);
  });

  it('is refused to those who wait or ask for it when the service stops', async () => {
    open();
    await marketData.find(TENANT, 'BTC-USDT');
    const waiting = marketData.find(TENANT, 'ETH-BTC');
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), marketData.close()]);
    for (const symbol of ['BTC-USDT', 'ETH-BTC']) {
      await expect(marketData.find(TENANT, symbol)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await followed()).toBe(0);
  });
});
