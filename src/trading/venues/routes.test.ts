import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, systemClock, type Actor } from '../../kernel/index.ts';
import type { FastifyInstance } from 'fastify';
import { frame } from '../../platform/http/testing/app.ts';
import { createLogs, createMetrics } from '../../platform/telemetry/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { createDirectory, formOf, measureVenues, openVenues, venueEndpoints, type Venues } from './index.ts';
import { CAPABILITIES } from './capabilities.ts';
import type { VenueSettings } from './settings.ts';
import { asking, stillProfile } from '../../../exchange/testing/profile.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { startTestExchange, type TestExchange } from './testing/start.ts';
import { inject, type InjectOptions } from '../../testing/inject.ts';
import { thorough } from '../../testing/effort.ts';

const database = await createTestDatabase();
const { sql } = database;
const lines: string[] = [];
const { logger } = createLogs('warn', { write: (line) => lines.push(line) });

const SCOPES: Record<string, string[]> = {
  viewer: ['venues:view'],
  admin: ['venues:view', 'admin'],
  trader: ['conversions:edit'],
};

/** `Bearer <role>` or `Bearer <role>@<tenant>`. */
const authenticate = (header: string | undefined): Actor => {
  const [role = '', tenant = 'acme'] = (header ?? '').replace('Bearer ', '').split('@');
  return { kind: 'client', id: role, tenant, scopes: new Set(SCOPES[role]) };
};

let folder: string;
let north: TestExchange;
let south: TestExchange;
let venues: Venues;
let app: FastifyInstance;

const settingsOf = (code: string, exchange: string, tenant = 'acme'): VenueSettings => ({
  code,
  tenant,
  kind: 'simulated',
  exchange,
  account: 'MAIN',
  credentials: `file:${join(folder, 'credentials.json')}`,
});

async function open(settings: readonly VenueSettings[]): Promise<Venues> {
  const opened = await openVenues({ settings, env: {}, db: database.db, clock: systemClock, logger });
  app = frame(venueEndpoints(opened), { authenticate, db: database.db });
  return opened;
}

async function allLive(): Promise<void> {
  await expect.poll(() => venues.of('acme').every(({ isLive }) => isLive)).toBe(true);
}

beforeAll(async () => {
  folder = makeFolder();
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
  const terms = stillProfile.terms;
  north = await startTestExchange();
  south = await startTestExchange({
    ...stillProfile,
    terms: { ...terms, assets: terms.assets.map((asset) => ({ ...asset, openingBalance: '0.5' })) },
  });
});
afterAll(async () => {
  await Promise.all([north.stop(), south.stop()]);
  await removeFolder(folder);
});

beforeEach(async () => {
  await sql`truncate venue_switch, venue_description`;
  venues = await open([
    settingsOf('south', south.baseUrl),
    settingsOf('north', north.baseUrl),
    settingsOf('north', south.baseUrl, 'rival'),
  ]);
  await allLive();
});
afterEach(async () => {
  await venues.close();
  await north.control.goOnline();
  await south.control.goOnline();
});

async function ask(url: string, as = 'viewer', more: InjectOptions = {}) {
  const answer = await inject(app, { url, headers: { authorization: `Bearer ${as}` }, ...more });
  return { status: answer.statusCode, body: answer.json<never>(), headers: answer.headers };
}

const codesFor = async (as: string): Promise<string[]> =>
  ((await ask('/trade/v1/venues', as)).body as { code: string }[]).map(({ code }) => code);

const patch = (code: string, payload: object, as = 'admin') =>
  ask(`/trade/v1/venues/${code}`, as, { method: 'PATCH', payload });

interface Row {
  asset: string;
  venue: string | null;
  total: string;
  available: string;
  locked: string;
  withdrawing: string;
  depositing: string;
}

const balances = async (query = '', as = 'viewer') => {
  const { status, body, headers } = await ask(`/trade/v1/venues/balances/summary${query}`, as);
  return { status, rows: body as Row[], missing: headers['x-missing-venues'], body: body as object };
};

describe('the list of venues', () => {
  it('shows what each venue said about itself, to the letter of the interface', async () => {
    const { status, body } = await ask('/trade/v1/venues');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    const [first] = body as [Record<string, unknown>];
    const { assets, symbols, capabilities, ...rest } = first as Record<
      'assets' | 'symbols' | 'capabilities',
      object[]
    >;
    expect(capabilities).toEqual(CAPABILITIES);
    expect(rest).toEqual({
      code: 'north',
      travelRule: [],
      name: 'Still',
      trading: 'live',
      withdrawals: 'live',
      live: true,
      reason: null,
      cause: null,
      accounts: [{ code: 'MAIN', makerFee: '0.0008', takerFee: '0.0010', feeIn: 'counter' }],
    });
    expect(symbols[0]).toEqual({
      code: 'BTC-USDT',
      tickSize: '0.01',
      lotSize: '0.00001',
      minSize: '0.0001',
      minNotional: '0',
    });
    expect(assets[2]).toEqual({
      code: 'XRP',
      precision: 6,
      minWithdrawal: '0.001',
      networks: [{ code: 'XRPL', addressFormat: 'xrpl', tag: 'required', withdrawalFee: '0', refusal: null }],
    });
  });

  it('is each tenant’s own', async () => {
    expect(await codesFor('viewer')).toEqual(['north', 'south']);
    expect(await codesFor('viewer@rival')).toEqual(['north']);
    expect(await codesFor('viewer@nobody')).toEqual([]);
  });

  it('shows a venue that does not answer as it last was, also after a restart', async () => {
    const { body: before } = await ask('/trade/v1/venues');
    await north.control.goOffline();
    await venues.close();
    venues = await open([settingsOf('north', north.baseUrl)]);
    await expect.poll(() => venues.find('acme', 'north')?.silence).toBeDefined();
    const { body } = await ask('/trade/v1/venues');
    const reason: unknown = expect.stringMatching(/\w/);
    expect(body).toEqual([{ ...(before[0] as object), live: false, reason, cause: 'unreachable' }]);
    await north.control.goOnline();
    await allLive();
    expect((await ask('/trade/v1/venues')).body).toEqual([before[0]]);
  });

  it('shows a venue that has never answered by its code, and says why: to readers, in the log, in metrics', async () => {
    await venues.close();
    lines.length = 0;
    venues = await open([settingsOf('nowhere', 'http://127.0.0.1:1')]);
    await expect.poll(() => venues.find('acme', 'nowhere')?.silence).toBeDefined();
    expect((await ask('/trade/v1/venues')).body).toEqual([
      {
        code: 'nowhere',
        travelRule: [],
        name: 'nowhere',
        trading: 'live',
        withdrawals: 'live',
        live: false,
        reason: expect.stringMatching(/^The venue cannot be reached: \w/) as unknown,
        cause: 'unreachable',
        capabilities: [...CAPABILITIES],
        accounts: [],
        symbols: [],
        assets: [],
      },
    ]);
    const warnings = lines.filter(
      (line) => line.includes('"venue":"nowhere"') && line.includes('"reason":"'),
    );
    expect(warnings).toHaveLength(1);
    const metrics = createMetrics();
    measureVenues(metrics, venues);
    expect(await metrics.registry.metrics()).toContain(
      'quaestor_venue_live{tenant="acme",venue="nowhere"} 0',
    );
    expect(await metrics.registry.metrics()).toContain(
      'quaestor_venue_trouble{tenant="acme",venue="nowhere",cause="unreachable"} 1',
    );
  });

  thorough('notices by itself that a venue has fallen silent', async () => {
    await south.control.goOffline();
    await expect.poll(() => venues.find('acme', 'south')?.isLive, { interval: 100 }).toBe(false);
    expect(venues.find('acme', 'south')?.description?.name).toBe('Still');
  });
});

describe('the switches of a venue', () => {
  it('change one by one, stay, and are written to the audit log with what they were', async () => {
    expect((await patch('north', { withdrawals: 'off' })).body).toMatchObject({
      code: 'north',
      trading: 'live',
      withdrawals: 'off',
    });
    expect((await patch('north', { trading: 'simulate', withdrawals: 'off' })).status).toBe(200);
    const { body } = await ask('/trade/v1/venues');
    expect(body).toMatchObject([
      { code: 'north', trading: 'simulate', withdrawals: 'off' },
      { code: 'south', trading: 'live', withdrawals: 'live' },
    ]);
    const entries = await sql`select action, subject_kind, subject_id, tenant, actor_id, details
      from audit_log order by id desc limit 2`;
    expect(entries.reverse()).toMatchObject([
      {
        action: 'venue.switch',
        subject_kind: 'venue',
        subject_id: 'north',
        tenant: 'acme',
        actor_id: 'admin',
        details: {
          from: { trading: 'live', withdrawals: 'live' },
          to: { trading: 'live', withdrawals: 'off' },
        },
      },
      {
        details: {
          from: { trading: 'live', withdrawals: 'off' },
          to: { trading: 'simulate', withdrawals: 'off' },
        },
      },
    ]);
  });

  it('of two tenants’ venues with the same code are apart', async () => {
    await patch('north', { trading: 'off' });
    const { body } = await ask('/trade/v1/venues', 'viewer@rival');
    expect(body).toMatchObject([{ code: 'north', trading: 'live' }]);
  });

  it('concurrent changes are separate in the audit log: each begins where the last one ended', async () => {
    const states = ['live', 'simulate', 'off'] as const;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => patch('south', { trading: states[index % 3] })),
    );
    const entries = await sql<{ details: Record<'from' | 'to', { trading: string }> }[]>`
      select details from audit_log where subject_id = 'south'`;
    const steps = entries.map(({ details }) => [details.from.trading, details.to.trading]);
    const count = (end: 0 | 1, state: string): number => steps.filter((step) => step[end] === state).length;
    const { body } = await ask('/trade/v1/venues');
    const now = (body as { code: string; trading: string }[]).find(({ code }) => code === 'south');
    for (const state of states) {
      const begins = Number(state === 'live');
      const ends = Number(state === now?.trading);
      expect(count(0, state) - begins).toBe(count(1, state) - ends);
    }
  });

  it.each([
    ['nothing to change', 'north', {}, 'admin', 400, 'validation_failed', ''],
    ['a state that does not exist', 'north', { trading: 'on' }, 'admin', 400, 'validation_failed', 'trading'],
    ['a misspelt switch', 'north', { withdrawal: 'off' }, 'admin', 400, 'validation_failed', 'withdrawal'],
    ['an unknown venue', 'west', { trading: 'off' }, 'admin', 404, 'not_found', undefined],
    ['another tenant’s venue', 'south', { trading: 'off' }, 'admin@rival', 404, 'not_found', undefined],
    ['a credential that may only look', 'north', { trading: 'off' }, 'viewer', 403, 'forbidden', undefined],
  ])('refuse %s', async (_what, code, payload, as, status, problem, field) => {
    const answer = await patch(code, payload, as);
    expect(answer).toMatchObject({ status, body: { code: problem } });
    const { errors } = answer.body as { errors?: Record<string, string[]> };
    expect(errors && Object.keys(errors)).toEqual(field === undefined ? undefined : [field]);
    expect(await sql`select * from venue_switch`).toEqual([]);
  });
});

describe('the directory', () => {
  it('gives each tenant its venues with their switches as they stand now', async () => {
    const directory = createDirectory(venues, database.db);
    await patch('north', { withdrawals: 'simulate' });
    expect(await directory.find('acme', 'north')).toMatchObject({
      trading: 'live',
      withdrawals: 'simulate',
      description: { name: 'Still' },
      venue: { code: 'north' },
    });
    expect(await directory.find('rival', 'north')).toMatchObject({ withdrawals: 'live' });
    expect(await directory.find('rival', 'south')).toBeUndefined();
    expect((await directory.list('acme')).map(({ venue }) => venue.code)).toEqual(['north', 'south']);
  });

  it('refuses a venue that never said what it is', async () => {
    await venues.close();
    venues = await open([settingsOf('nowhere', 'http://127.0.0.1:1')]);
    const directory = createDirectory(venues, database.db);
    await expect.poll(() => venues.find('acme', 'nowhere')?.silence).toBeDefined();
    await expect(directory.find('acme', 'nowhere')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/nowhere has not answered yet\. The venue cannot be reached/) as unknown,
    });
    expect(await directory.list('acme')).toEqual([]);
  });
});

describe('what a venue asks about who receives a withdrawal', () => {
  let strict: Awaited<ReturnType<typeof startTestExchange>>;
  beforeAll(async () => {
    strict = await startTestExchange(asking);
  });
  afterAll(() => strict.stop());
  /** While it does not answer. */
  async function reopen() {
    await venues.close();
    await strict.control.goOffline();
    venues = await open([settingsOf('strict', strict.baseUrl)]);
    const venue = venues.find('acme', 'strict')?.venue;
    if (!venue) throw new Error('It is configured.');
    return venue;
  }
  beforeEach(async () => {
    await strict.control.goOnline();
    await venues.close();
    venues = await open([settingsOf('strict', strict.baseUrl)]);
    await allLive();
    while ((await sql`select from venue_description where venue = 'strict'`).length === 0) await sleep(20);
  });

  it('is known at once after a restart, though it does not answer', async () => {
    const before = venues.find('acme', 'strict')?.venue.asks;
    expect(before?.questions.length).toBeGreaterThan(1);
    const venue = await reopen();
    expect([venue.isFormKnown, venue.asks]).toEqual([true, before]);
    expect(formOf(venue)).toBe(before);
  });

  it('is not guessed where nothing was kept about it', async () => {
    await sql`update venue_description set description = description - 'form'`;
    const venue = await reopen();
    expect(venue.isFormKnown).toBe(false);
    expect(() => formOf(venue)).toThrow(/not known yet what strict asks/);
    await strict.control.goOnline();
    await allLive();
    expect(formOf(venue)).toBeDefined();
  });
});

describe('the summary of balances', () => {
  it('is what the venues say, a row for each asset and venue', async () => {
    const { status, rows, missing } = await balances();
    expect(status).toBe(200);
    expect(missing).toBeUndefined();
    expect(rows.map(({ asset, venue }) => `${asset} ${venue}`)).toEqual(
      ['BTC', 'ETH', 'EUR', 'USDT', 'XRP'].flatMap((asset) => [`${asset} north`, `${asset} south`]),
    );
    expect(rows[0]).toEqual({
      asset: 'BTC',
      venue: 'north',
      total: '1000',
      available: '1000',
      locked: '0',
      withdrawing: '0',
      depositing: '0',
    });
  });

  it('counts what orders and withdrawals hold as ours, and deposits only when they are credited', async () => {
    const deadline = new Date(Date.now() + 10_000);
    const amount = Decimal.parse('1.000000000000000001');
    const destination = { kind: 'blockchain', network: 'ETHEREUM', address: `0x${'ab'.repeat(20)}` } as const;
    await north.venue.withdrawals?.submit(
      { reference: 'r', asset: 'ETH', amount, destination },
      { deadline },
    );
    await north.control.deposit('ETH', '7', 3_600_000);
    const { rows } = await balances('?asset=ETH&venue=north');
    expect(rows).toEqual([
      {
        asset: 'ETH',
        venue: 'north',
        total: '1000',
        available: '998.999999999999999999',
        locked: '0',
        withdrawing: '1.000000000000000001',
        depositing: '7',
      },
    ]);
  });

  it('adds up the venues when asked for the aggregate, exactly', async () => {
    const [{ rows }, { rows: sums }] = [await balances(), await balances('?aggregate=true')];
    expect(sums.map(({ asset, venue }) => [asset, venue])).toEqual(
      ['BTC', 'ETH', 'EUR', 'USDT', 'XRP'].map((asset) => [asset, null]),
    );
    for (const sum of sums) {
      const parts = rows.filter(({ asset }) => asset === sum.asset);
      for (const bucket of ['total', 'available', 'withdrawing', 'depositing'] as const) {
        const added = parts
          .map((row) => Decimal.parse(row[bucket]))
          .reduce((total, next) => total.plus(next), Decimal.ZERO);
        expect(added.equals(Decimal.parse(sum[bucket]))).toBe(true);
      }
    }
  });

  it.each([
    ['?asset=USDT', ['USDT north', 'USDT south']],
    ['?venue=south&asset=EUR', ['EUR south']],
    ['?asset=DOGE', []],
    ['?asset=BTC&aggregate=true', ['BTC null']],
  ])('shows with %s only what was asked for', async (query, expected) => {
    const { rows } = await balances(query);
    expect(rows.map(({ asset, venue }) => `${asset} ${venue}`)).toEqual(expected);
  });

  it('leaves out what is empty when asked to, and nothing that is not', async () => {
    const deadline = new Date(Date.now() + 10_000);
    const amount = Decimal.parse('0.5');
    const destination = { kind: 'blockchain', network: 'XRPL', address: 'r', tag: '1' } as const;
    await south.venue.withdrawals?.submit(
      { reference: 'x', asset: 'XRP', amount, destination },
      { deadline },
    );
    const held = await balances('?venue=south&asset=XRP&nonZeroBalanceOnly=true');
    expect(held.rows).toMatchObject([{ available: '0', withdrawing: '0.5' }]);
    await south.control.complete('x');
    expect((await balances('?venue=south&asset=XRP&nonZeroBalanceOnly=true')).rows).toEqual([]);
    expect((await balances('?venue=south&asset=XRP')).rows).toHaveLength(1);
  });

  it('lacks a venue that does not answer, and says so', async () => {
    await south.control.goOffline();
    const { status, rows, missing } = await balances();
    expect(status).toBe(200);
    expect(missing).toBe('south');
    expect(new Set(rows.map(({ venue }) => venue))).toEqual(new Set(['north']));
  });

  it('is refused as unavailable when no venue that was asked for answers', async () => {
    await south.control.goOffline();
    expect(await balances('?venue=south')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it('is empty for a tenant without venues', async () => {
    expect(await balances('', 'viewer@nobody')).toMatchObject({ status: 200, rows: [] });
  });

  it.each([
    ['?aggregate=yes', 'viewer', 400, 'validation_failed', 'aggregate'],
    ['?nonZeroBalanceOnly=1', 'viewer', 400, 'validation_failed', 'nonZeroBalanceOnly'],
    [`?asset=${'x'.repeat(33)}`, 'viewer', 400, 'validation_failed', 'asset'],
    ['?asset=', 'viewer', 400, 'validation_failed', 'asset'],
    ['?coin=BTC', 'viewer', 400, 'validation_failed', 'coin'],
    ['?venue=west', 'viewer', 404, 'not_found', undefined],
    ['?venue=south', 'viewer@rival', 404, 'not_found', undefined],
    ['', 'trader', 403, 'forbidden', undefined],
  ])('refuses %s of a %s', async (query, as, status, code, field) => {
    const answer = await balances(query, as);
    expect(answer).toMatchObject({ status, body: { code } });
    const { errors } = answer.body as { errors?: Record<string, string[]> };
    expect(errors && Object.keys(errors)).toEqual(field === undefined ? undefined : [field]);
  });
});
