import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, newId, newTraceId, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { answered, notSent, type Outcome, type VenueBalance } from '../venues/index.ts';
import { balanceEndpoints, takeSnapshots } from './index.ts';
import type { BalanceHistory } from './schema.ts';
import type { Account, Quotes } from './take.ts';

const database = await createTestDatabase({ poolSize: 12 });
const actorOf = (tenant: string): Actor => ({
  kind: 'client',
  id: 'viewer',
  tenant,
  scopes: new Set(['venues:view']),
});
let now = new Date(0);
const clock = { now: () => now };
const app = frame(balanceEndpoints(), {
  db: database.db,
  clock,
  authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  limits: { readsPerMinute: 1_000_000 },
});
afterAll(() => app.close());

/** What the venues and the markets of the test say. */
const balances = new Map<string, Record<string, string> | string>();
const prices = new Map<string, string>();

const balance = (asset: string, amount: string): VenueBalance => ({
  asset,
  available: Decimal.parse(amount),
  locked: Decimal.ZERO,
  withdrawing: Decimal.ZERO,
  depositing: Decimal.parse('77'),
});
const account = (code: string, tenant = 'acme'): Account => ({
  tenant,
  code,
  venue: {
    balances: async (): Promise<Outcome<readonly VenueBalance[]>> => {
      const said = balances.get(code) ?? {};
      if (typeof said === 'string') return notSent(said);
      return answered(Object.entries(said).map(([asset, amount]) => balance(asset, amount)));
    },
  },
});
const quotes: Quotes = {
  quote: async (_tenant, from, to) => {
    const price = prices.get(from);
    return price === undefined ? undefined : { rate: Decimal.parse(price), path: [from, to] };
  },
};

async function takeAt(time: string, accounts = [account('aurora'), account('borealis')]): Promise<void> {
  now = new Date(time);
  const actor: Actor = { kind: 'system', id: 'balance.snapshot', tenant: 'system', scopes: new Set() };
  const signal = new AbortController().signal;
  await takeSnapshots({ actor, db: database.db, clock, traceId: newTraceId(), signal }, accounts, quotes);
}

async function ask(query = '', tenant = 'acme') {
  const response = await inject(app, {
    method: 'GET',
    url: `/trade/v1/balances/history${query}`,
    headers: { authorization: `Bearer ${tenant}` },
  });
  return { status: response.statusCode, body: response.json<BalanceHistory>() };
}
/** With what the sums alone say, which is the same. */
async function historyOf(from: string, to: string, currency = 'USDT') {
  const query = `?from=${from}&to=${to}&currency=${currency}`;
  const { days } = (await ask(query)).body;
  const { days: sums } = (await ask(`${query}&sumsOnly=true`)).body;
  expect(sums).toEqual(days.map((day) => ({ ...day, venues: [], inFlight: [], rates: [] })));
  return days;
}
const valuesOf = async (from: string, to: string) => (await historyOf(from, to)).map(({ value }) => value);

beforeEach(async () => {
  await database.sql`truncate balance_reading, balance_held, balance_in_flight, day_rate, balance_close`;
  balances.clear();
  prices.clear();
  balances.set('aurora', { BTC: '2', USDT: '1000.50', XRP: '0' });
  balances.set('borealis', { USDT: '10' });
  prices.set('BTC', '64000.25').set('EUR', '1.25');
});

describe('the history of balances', () => {
  it('has each venue and asset, the rates with their source, and sums to the last digit', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    expect(await historyOf('2026-03-01', '2026-03-01')).toEqual([
      {
        day: '2026-03-01',
        closedAt: null,
        value: '129011',
        unread: [],
        unpriced: [],
        venues: [
          {
            venue: 'aurora',
            readAt: '2026-03-01T12:00:00.000Z',
            reason: null,
            value: '129001',
            assets: [
              { asset: 'BTC', amount: '2', value: '128000.5' },
              { asset: 'USDT', amount: '1000.5', value: '1000.5' },
            ],
          },
          {
            venue: 'borealis',
            readAt: '2026-03-01T12:00:00.000Z',
            reason: null,
            value: '10',
            assets: [{ asset: 'USDT', amount: '10', value: '10' }],
          },
        ],
        inFlight: [],
        rates: [
          { asset: 'BTC', rate: '64000.25', path: ['BTC', 'USDT'], ratedAt: '2026-03-01T12:00:00.000Z' },
        ],
      },
    ]);
  });

  it('shows the last reading of a day, and keeps a closed day whatever comes later', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    balances.set('borealis', { USDT: '11' });
    await takeAt('2026-03-01T23:50:00.000Z');
    expect(await valuesOf('2026-03-01', '2026-03-01')).toEqual(['129012']);
    balances.set('borealis', { USDT: '12' });
    await takeAt('2026-03-02T00:00:01.000Z');
    expect(await valuesOf('2026-03-01', '2026-03-02')).toEqual(['129013', '129013']);
    balances.set('borealis', { USDT: '500' });
    prices.set('BTC', '1');
    await takeAt('2026-03-02T00:10:00.000Z');
    await takeAt('2026-03-03T09:00:00.000Z');
    expect(await valuesOf('2026-03-01', '2026-03-03')).toEqual(['129013', '1502.5', '1502.5']);
    const closes = (await historyOf('2026-03-01', '2026-03-03')).map(({ closedAt }) => closedAt);
    expect(closes).toEqual(['2026-03-02T00:00:01.000Z', null, null]);
  });

  it('keeps a closed day when a process that was stopped during its last reading wakes up', async () => {
    const stopped: Account = {
      ...account('borealis'),
      venue: {
        balances: async () => {
          await database.sql`update lease set expires_at = now() - interval '1 second'`;
          balances.set('borealis', { USDT: '12' });
          await takeAt('2026-03-02T00:00:01.000Z');
          return answered([balance('USDT', '500')]);
        },
      },
    };
    await expect(takeAt('2026-03-01T23:59:00.000Z', [account('aurora'), stopped])).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await valuesOf('2026-03-01', '2026-03-02')).toEqual(['129013', '129013']);
  });

  it('is kept for a tenant whose venue answers after the reading of another tenant has failed', async () => {
    const slow: Account = {
      ...account('aurora'),
      venue: {
        async balances() {
          await sleep(200);
          return answered([balance('USDT', '7')]);
        },
      },
    };
    prices.set('BAD', 'no number');
    balances.set('borealis', { BAD: '1' });
    const take = takeAt('2026-03-01T12:00:00.000Z', [slow, account('borealis', 'other')]);
    await expect(take).rejects.toThrow('no number');
    expect(await valuesOf('2026-03-01', '2026-03-01')).toEqual(['7']);
  });

  it('leaves a day as it was last read when no process ran at its end', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    balances.set('borealis', { USDT: '99' });
    await takeAt('2026-03-02T00:30:00.000Z');
    expect(await valuesOf('2026-03-01', '2026-03-02')).toEqual(['129011', '129100']);
  });

  it('is null, with the venue named, on a day on which a venue could not be read', async () => {
    balances.set('borealis', 'It does not answer.');
    await takeAt('2026-03-01T12:00:00.000Z');
    const [day] = await historyOf('2026-03-01', '2026-03-01');
    expect(day).toMatchObject({ value: null, unread: ['borealis'], unpriced: [] });
    expect(day?.venues).toMatchObject([
      { venue: 'aurora', value: '129001' },
      { venue: 'borealis', value: null, readAt: null, reason: 'It does not answer.', assets: [] },
    ]);
  });

  it('has the other venues on a day on which one says what no database keeps', async () => {
    balances.set('borealis', 'Bad \0 gateway \ud83d');
    await takeAt('2026-03-01T12:00:00.000Z');
    const [day] = await historyOf('2026-03-01', '2026-03-01');
    expect(day?.venues).toMatchObject([
      { venue: 'aurora', value: '129001' },
      { venue: 'borealis', value: null, reason: 'Bad \ufffd gateway \ufffd' },
    ]);
  });

  it('keeps what a venue said earlier on the day when it does not answer later', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    balances.set('borealis', 'It does not answer.');
    await takeAt('2026-03-01T13:00:00.000Z');
    await takeAt('2026-03-02T00:00:01.000Z');
    expect(await valuesOf('2026-03-01', '2026-03-02')).toEqual(['129011', null]);
  });

  it('is null on days without any reading', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    await takeAt('2026-03-03T12:00:00.000Z');
    expect(await valuesOf('2026-02-28', '2026-03-03')).toEqual([null, '129011', null, '129011']);
  });

  it('is null, with the asset named, where no rate was kept, and never takes the rate of another day', async () => {
    await takeAt('2026-03-01T12:00:00.000Z');
    prices.delete('BTC');
    await takeAt('2026-03-02T12:00:00.000Z');
    prices.set('BTC', '1');
    await takeAt('2026-03-03T12:00:00.000Z');
    const days = await historyOf('2026-03-01', '2026-03-03');
    expect(days.map(({ value, unpriced }) => [value, unpriced])).toEqual([
      ['129011', []],
      [null, ['BTC']],
      ['1012.5', []],
    ]);
    expect(days[1]?.venues[0]?.assets[0]).toEqual({ asset: 'BTC', amount: '2', value: null });
  });

  it('is in another currency by the rates of the same day, where that currency has one', async () => {
    balances.set('borealis', { EUR: '4' });
    await takeAt('2026-03-01T12:00:00.000Z');
    balances.set('borealis', {});
    await takeAt('2026-03-02T12:00:00.000Z');
    const days = await historyOf('2026-03-01', '2026-03-02', 'EUR');
    expect(days.map(({ value }) => value)).toEqual(['103204.8', null]);
    expect(days[0]?.rates).toMatchObject([
      { asset: 'BTC', rate: '51200.2', path: ['BTC', 'USDT', 'EUR'] },
      { asset: 'USDT', rate: '0.8', path: ['USDT', 'EUR'] },
    ]);
  });

  it('counts what is between two venues, but not what the sending venue still has', async () => {
    const send = async (status: string, amount: string): Promise<void> => {
      const id = newId();
      await database.sql`insert into withdrawal ${database.sql({
        id,
        tenant: 'acme',
        venue: 'aurora',
        asset: 'BTC',
        amount,
        destination: database.sql.json({
          kind: 'blockchain',
          network: 'N',
          address: 'a',
          tag: null,
          alias: null,
        }),
        reference: id,
        status,
        venue_transfer_id: 'v',
        receipt: 'hash',
        requested_by: 'desk',
        approvals_required: 0,
        to_venue: 'borealis',
        sent_at: new Date('2026-03-01T11:00:00.000Z'),
        created_at: new Date('2026-03-01T11:00:00.000Z'),
        updated_at: new Date('2026-03-01T11:00:00.000Z'),
      } as never)}`;
    };
    await send('COMPLETED', '0.5');
    await send('SUBMITTED', '0.25');
    await takeAt('2026-03-01T12:00:00.000Z');
    await database.sql`delete from withdrawal`;
    const [day] = await historyOf('2026-03-01', '2026-03-01');
    expect(day).toMatchObject({
      value: '161011.125',
      inFlight: [{ asset: 'BTC', amount: '0.5', value: '32000.125' }],
    });
  });

  it('shows nothing of another tenant', async () => {
    await takeAt('2026-03-01T12:00:00.000Z', [account('aurora'), account('borealis', 'other')]);
    const { body } = await ask('?from=2026-03-01&to=2026-03-01', 'other');
    expect(body.days[0]?.venues.map(({ venue }) => venue)).toEqual(['borealis']);
  });

  it('is, without parameters, that of the 90 days until today in USDT', async () => {
    now = new Date('2026-03-31T23:59:59.999Z');
    const { status, body } = await ask();
    expect([status, body.currency, body.days.length]).toEqual([200, 'USDT', 90]);
    expect([body.days[0]?.day, body.days.at(-1)?.day]).toEqual(['2026-01-01', '2026-03-31']);
  });

  it.each([
    ['?from=yesterday', 'from'],
    ['?from=2026-02-30', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?from=2025-01-01&to=2026-01-02', 'from'],
    ['?currency=', 'currency'],
    ['?colour=red', 'colour'],
  ])('refuses %s and names %s', async (query, field) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual([field]);
  });
});
