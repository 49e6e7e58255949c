import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Decimal, newTraceId, systemClock, type Actor, type Context } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { inject } from '../../testing/inject.ts';
import { openConversionService } from '../conversions/testing/service.ts';
import { BOUNDS } from '../conversions/testing/still-markets.ts';
import { creationAt } from '../withdrawals/index.ts';
import { managedBalanceEndpoints } from './index.ts';
import { lookAtBalances } from './look.ts';

const { database, access, exchanges, ends } = await openConversionService();
const { sql } = database;
const rates = { find: async () => undefined };
const markets = { directory: access.venues, access, bounds: BOUNDS, personal: NO_KEYS };
const tools = { ...markets, rates, creation: creationAt(access.venues, rates) };
const scopes = new Set(['venue-transfer:view', 'venue-transfer:edit', 'conversions:edit', 'admin']);
const actor: Actor = { kind: 'client', id: 'desk', tenant: 'acme', scopes };
const app = frame(managedBalanceEndpoints(markets, rates), { db: database.db, authenticate: () => actor });

afterAll(() => app.close());

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly kind: string;
  readonly amount: string;
  readonly gives: string;
  readonly conversionId: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly moved: string;
  readonly proposal: Shown | null;
}

async function send(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<Shown> {
  const response = await inject(app, {
    method,
    url: `/trade/v1/${path}`,
    headers: { authorization: 'Bearer desk', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: body }),
  });
  if (response.statusCode >= 300) throw new Error(response.body);
  return response.json<Shown>();
}

const BALANCE = 'managed-balances/north/BTC';
const show = () => send('GET', BALANCE);

/** Looks a minute after the last time. */
async function look(): Promise<void> {
  await sql`update managed_reading set read_at = read_at - interval '1 minute', before_at = before_at - interval '1 minute'`;
  const context: Context<Db> = {
    actor: { kind: 'system', id: 'job', tenant: 'default', scopes: new Set() },
    db: database.db,
    clock: systemClock,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  };
  await lookAtBalances(context, tools);
}

async function held(asset: string): Promise<Decimal> {
  const { accounts } = await exchanges.north.control.state();
  return Decimal.parse(accounts['MAIN']?.[asset]?.available ?? '0');
}

it('a low balance becomes one conversion that is traded, counts once and is not taken back', async () => {
  await sql`insert into venue_switch ${sql({ tenant: 'acme', venue: 'north', trading: 'live', withdrawals: 'off' })}
    on conflict (tenant, venue) do update set trading = 'live'`;
  await exchanges.north.control.arrange('BTC-USDT', { bids: [['59990', '5']], asks: [['60000', '5']] });
  const [coins, money] = [await held('BTC'), await held('USDT')];
  const above = (part: string) => coins.plus(Decimal.parse(part)).trim().toString();
  const settings = {
    minimum: above('0.3'),
    target: above('0.5'),
    maximum: above('0.7'),
    dailyCap: '2',
    sources: [{ kind: 'CONVERSION', asset: 'USDT', maxSlippageBps: 100 }],
    acts: 'PROPOSE',
  };
  await send('PUT', BALANCE, settings);
  await look();
  // The book arrives in its own time.
  for (await look(); (await show()).proposal === null; await look()) await sleep(50);
  const { proposal } = await show();
  expect(proposal).toMatchObject({ kind: 'CONVERSION', amount: '0.5', status: 'OPEN' });
  const path = `balance-proposals/${proposal?.id}/confirm`;
  // One of them confirms it; the other may find it confirmed and not yet converted.
  const confirm = () => send('POST', path).catch(() => undefined);
  const both = await Promise.all([confirm(), confirm()]);
  const made = (await send('POST', path)).conversionId;
  expect(made).not.toBeNull();
  for (const each of both) expect([made, undefined, null]).toContain(each?.conversionId);
  expect(await ends(made ?? '')).toMatchObject({ status: 'COMPLETED', reference: `managed-${proposal?.id}` });
  expect(await sql`select from conversion`).toHaveLength(1);
  expect(await sql`select from managed_claim`).toHaveLength(1);

  // By the books of the exchange: as much as was missing, or a lot more, for what was promised at most.
  const gained = (await held('BTC')).minus(coins);
  expect(gained.compare(Decimal.parse('0.5'))).toBeGreaterThanOrEqual(0);
  expect(gained.compare(Decimal.parse('0.51'))).toBe(-1);
  const spent = money.minus(await held('USDT'));
  expect(spent.compare(Decimal.parse(proposal?.gives ?? '0'))).toBeLessThanOrEqual(0);

  // What has just ended may not be in the readings: nothing is decided by them.
  await look();
  await look();
  expect(await show()).toMatchObject({ proposal: null, moved: '0.5' });
  await sql`update conversion set updated_at = updated_at - interval '20 minutes'`;
  await look();
  await look();
  expect(await show()).toMatchObject({ state: 'OK', proposal: null, reason: null });

  // Too much now, by other bounds: what came from there is not sent back.
  await send('PUT', BALANCE, {
    ...settings,
    minimum: above('0.1'),
    target: above('0.2'),
    maximum: above('0.4'),
  });
  await look();
  await look();
  const high = await show();
  expect(high).toMatchObject({ state: 'HIGH', proposal: null });
  expect(high.reason).toContain('24 hours');
  expect(await sql`select from conversion`).toHaveLength(1);
}, 300_000);
