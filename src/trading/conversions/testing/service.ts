import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';
import { Decimal, systemClock, type Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { createLogs } from '../../../platform/telemetry/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { openMarketData } from '../../market-data/index.ts';
import { createDirectory, openVenues, type VenueSettings } from '../../venues/index.ts';
import { stillProfile } from '../../../../exchange/testing/profile.ts';
import { CREDENTIALS } from '../../../../exchange/testing/start.ts';
import { startTestExchange, type TestExchange } from '../../venues/testing/start.ts';
import { conversionEndpoints, conversionJobs } from '../index.ts';
import { BOUNDS } from './still-markets.ts';
import type { ConversionDetail } from '../schema.ts';
import type { Timing } from '../execution/timing.ts';
import { inject } from '../../../testing/inject.ts';

export type Shown = ConversionDetail & {
  readonly code: string;
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
};

const SCOPES: Record<string, string[]> = {
  desk: ['conversions:view', 'conversions:edit'],
  viewer: ['conversions:view'],
  stranger: ['conversions:view', 'conversions:edit', 'admin'],
  ada: ['conversions:view', 'admin'],
  grace: ['conversions:view', 'admin'],
  'ada-bot': ['conversions:view', 'admin'],
};

const actorOf = (name: string): Actor => ({
  kind: 'client',
  id: name,
  tenant: name === 'stranger' ? 'other' : 'acme',
  scopes: new Set(SCOPES[name]),
});

const { terms } = stillProfile;

/** The second exchange has higher fees, larger lots and fewer markets. */
const south = {
  ...stillProfile,
  terms: {
    ...terms,
    account: { code: 'DESK', makerFee: '0.0010', takerFee: '0.0020' },
    markets: terms.markets
      .filter(({ base }) => base === 'BTC')
      .map((market) => ({ ...market, lotSize: '0.001', minSize: '0.01' })),
  },
};

const TIMES: Partial<Timing> = {
  callTimeoutMs: 5_000,
  marginMs: 100,
  shortestPollMs: 30,
  longestPollMs: 200,
  retryMs: 20,
  longestRetryMs: 100,
  fruitlessRounds: 8,
  postedMs: 300,
  spreadMs: 4_000,
  slices: 5,
};

/** The endpoints and workers of conversions over two simulated exchanges and a database of their own. */
export async function openConversionService() {
  const folder = makeFolder();
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
  const exchanges = { north: await startTestExchange(), south: await startTestExchange(south) };
  const settings = Object.entries(exchanges).map(([code, exchange]): VenueSettings => ({
    code,
    tenant: 'acme',
    kind: 'simulated',
    exchange: exchange.baseUrl,
    account: 'MAIN',
    credentials: `file:${join(folder, 'credentials.json')}`,
  }));
  const service = await openConversionsAt(settings);
  afterAll(async () => {
    await service.stop();
    await Promise.all(Object.values(exchanges).map((exchange) => exchange.stop()));
    await removeFolder(folder);
  });
  return { ...service, exchanges };
}

/** The endpoints and workers of conversions over venues of the tenant `acme` and a database of their own. */
export async function openConversionsAt(
  settings: readonly VenueSettings[],
  { env = {}, times = TIMES }: { env?: Record<string, string>; times?: Partial<Timing> } = {},
) {
  const database = await createTestDatabase({ poolSize: 8 });
  const { db } = database;
  const { logger } = createLogs('silent');
  const venues = await openVenues({ settings, env, db, clock: systemClock, logger });
  const markets = openMarketData({
    venues,
    db,
    clock: systemClock,
    logger,
    limits: { backOffMs: 20, maxBackOffMs: 100, readyWithinMs: 5_000 },
  });
  const access = { markets, venues: createDirectory(venues, db) };
  const app = frame(conversionEndpoints(access, BOUNDS), {
    db,
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
    limits: { bodyBytes: 65_536, requestTimeoutMs: 20_000, readsPerMinute: 1e6, writesPerMinute: 1e6 },
  });
  const work = () =>
    startWorker({
      database,
      handlers: conversionJobs(access, times).handlers,
      cron: [],
      group: 'test',
      atStart: [],
      concurrency: 4,
      stopTimeoutMs: 5_000,
      clock: systemClock,
      logger,
    });
  const worker = await work();
  const stop = async (): Promise<void> => {
    await worker.stop();
    await app.close();
    await markets.close();
    await venues.close();
  };
  await vi.waitUntil(() => venues.of('acme').every(({ isLive }) => isLive), { timeout: 60_000 });

  async function send(
    actor: string,
    method: 'GET' | 'POST' | 'DELETE',
    path = '',
    body?: unknown,
    headers = {},
  ) {
    const response = await inject(app, {
      method,
      url: `/trade/v1/conversions${path}`,
      headers: { authorization: `Bearer ${actor}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: response.statusCode, body: response.json<Shown>() };
  }

  const show = async (id: string): Promise<Shown> => (await send('viewer', 'GET', `/${id}`)).body;

  /** Polls until the condition holds; the time limit of the test bounds the wait. */
  async function until(id: string, isSo: (seen: Shown) => boolean): Promise<Shown> {
    for (;;) {
      const seen = await show(id);
      if (isSo(seen)) return seen;
      await sleep(15);
    }
  }

  const ends = (id: string): Promise<Shown> =>
    until(id, ({ status }) => ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status));

  const create = (change: object = {}, headers = {}) =>
    send('desk', 'POST', '', aConversion(change), headers);

  /** A finished conversion. */
  async function convert(change: object): Promise<Shown> {
    const { status, body } = await create(change);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return ends(body.id);
  }

  return { database, access, send, create, convert, show, until, ends, stop };
}

let made = 0;

export function aConversion(change: object = {}): object {
  made += 1;
  return {
    reference: `conversion-${made}`,
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT' },
    ...change,
  };
}

/** Asset to what the account owns over all exchanges, in all buckets. */
export async function ownedAt(
  exchanges: Readonly<Record<string, TestExchange>>,
): Promise<Map<string, Decimal>> {
  const owned = new Map<string, Decimal>();
  for (const exchange of Object.values(exchanges)) {
    const { accounts } = await exchange.control.state();
    for (const [account, balances] of Object.entries(accounts)) {
      if (account !== 'MAIN' && account !== 'DESK') continue;
      for (const [asset, { available, locked }] of Object.entries(balances)) {
        const sum = Decimal.parse(available).plus(Decimal.parse(locked));
        owned.set(asset, (owned.get(asset) ?? Decimal.ZERO).plus(sum));
      }
    }
  }
  return owned;
}

/** The changes between two readings, as movements. */
export function changesBetween(
  before: Map<string, Decimal>,
  after: Map<string, Decimal>,
): Record<string, string> {
  return Object.fromEntries(
    [...after]
      .map(([asset, amount]) => [asset, amount.minus(before.get(asset) ?? Decimal.ZERO).trim()] as const)
      .filter(([, amount]) => !amount.isZero)
      .map(([asset, amount]) => [asset, amount.toString()]),
  );
}

export const movementsOf = (shown: readonly Shown[]): Record<string, string> => {
  const sums = new Map<string, Decimal>();
  for (const { asset, amount } of shown.flatMap(({ movements }) => movements)) {
    sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(Decimal.parse(amount)));
  }
  return changesBetween(new Map(), sums);
};
