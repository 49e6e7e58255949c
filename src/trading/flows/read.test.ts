import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { newId, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { effort } from '../../testing/effort.ts';
import { inject } from '../../testing/inject.ts';
import { aRow, plant, plantTrade } from '../conversions/testing/plant.ts';
import { flowEndpoints } from './index.ts';
import { flowsOf, type Event, type World } from './testing/model.ts';
import type { Flows } from './schema.ts';

const database = await createTestDatabase({ poolSize: 12 });
const { sql } = database;
const NOW = new Date('2026-03-10T12:00:00.000Z');
const actorOf = (tenant: string): Actor => ({
  kind: 'client',
  id: 'viewer',
  tenant,
  scopes: new Set(['venue-transfer:view']),
});
const app = frame(flowEndpoints(), {
  db: database.db,
  clock: { now: () => NOW },
  authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  limits: { readsPerMinute: 1_000_000 },
});
afterAll(() => app.close());

async function ask(tenant: string, query = '?from=2026-03-01&to=2026-03-04') {
  const response = await inject(app, {
    method: 'GET',
    url: `/trade/v1/flows${query}`,
    headers: { authorization: `Bearer ${tenant}` },
  });
  return { status: response.statusCode, body: response.json<Flows>() };
}

const DAYS = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'] as const;
const ASSETS = ['BTC', 'USDT', 'XRP'] as const;
const VENUES = ['aurora', 'borealis'] as const;

/** Of a millionth, so that the model can count in whole numbers. */
const text = (millionths: bigint): string =>
  `${millionths / 1_000_000n}.${(millionths % 1_000_000n).toString().padStart(6, '0')}`;

async function plantWithdrawal(tenant: string, event: Event, toVenue: string | null): Promise<string> {
  const id = newId();
  const row = {
    id,
    tenant,
    venue: event.venue,
    asset: event.asset,
    amount: text(event.amount),
    destination: sql.json({ kind: 'blockchain', network: 'N', address: 'a', tag: null, alias: null }),
    reference: id,
    status: event.counts ? 'COMPLETED' : 'FAILED',
    venue_transfer_id: 'v',
    receipt: 'hash',
    requested_by: 'desk',
    approvals_required: 0,
    fee: event.fee === null ? null : text(event.fee),
    to_venue: toVenue,
    sent_at: new Date(event.at),
    created_at: new Date(event.at),
    updated_at: new Date(event.at),
  };
  await sql`insert into withdrawal ${sql(row as never)}`;
  return id;
}

async function plantDeposit(tenant: string, event: Event): Promise<string> {
  const id = newId();
  const row = {
    id,
    tenant,
    venue: event.venue,
    venue_deposit_id: id,
    asset: event.asset,
    amount: text(event.amount),
    fee: event.fee === null ? null : text(event.fee),
    state: event.counts ? 'credited' : 'locked',
    venue_status: 'x',
    created_at: new Date(event.at),
    updated_at: new Date(event.at),
  };
  await sql`insert into deposit ${sql(row)}`;
  return id;
}

async function plantConversion(tenant: string, event: Event): Promise<void> {
  const conversion = aRow({ tenant });
  await plant(sql, [conversion]);
  await plantTrade(sql, conversion.id, {
    venue: event.venue,
    symbol: `${event.asset}-${event.counter}`,
    side: event.side,
    price: String(event.price),
    quantity: text(event.amount),
    fee: text(event.fee ?? 0n),
    feeAsset: event.counter,
    at: new Date(event.at),
  });
}

async function plantWorld(tenant: string, { events, rates }: World): Promise<void> {
  for (const event of events) {
    if (event.kind === 'deposit') await plantDeposit(tenant, event);
    else if (event.kind === 'withdrawal') await plantWithdrawal(tenant, event, null);
    else if (event.kind === 'trade') await plantConversion(tenant, event);
    else {
      const withdrawal = await plantWithdrawal(tenant, event, event.toVenue);
      if (event.arrivedAt === null) continue;
      const deposit = await plantDeposit(tenant, { ...event, venue: event.toVenue, at: event.arrivedAt });
      await sql`insert into transfer_match ${sql({
        withdrawal_id: withdrawal,
        tenant,
        deposit_id: deposit,
        updated_at: NOW,
      })}`;
    }
  }
  for (const { day, asset, rate } of rates) {
    await sql`insert into day_rate ${sql({
      tenant,
      day,
      asset,
      rate: String(rate),
      path: [asset, 'USDT'],
      rated_at: NOW,
    })}`;
  }
}

const time = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom('00:00:00.000', '11:22:33.444', '23:59:59.999'))
  .map(([day, clock]) => `${day}T${clock}Z`);
const someEvent: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('deposit', 'withdrawal', 'trade', 'transfer'),
  at: time,
  venue: fc.constantFrom(...VENUES),
  toVenue: fc.constantFrom(...VENUES),
  asset: fc.constantFrom('BTC', 'XRP'),
  counter: fc.constant('USDT'),
  side: fc.constantFrom('buy', 'sell'),
  amount: fc.bigInt(1n, 10n ** 15n),
  price: fc.integer({ min: 1, max: 100_000 }),
  fee: fc.option(fc.bigInt(0n, 10n ** 9n)),
  counts: fc.boolean(),
  arrivedAt: fc.option(time),
});
const someWorld: fc.Arbitrary<World> = fc.record({
  events: fc.array(someEvent, { maxLength: 20 }),
  rates: fc.uniqueArray(
    fc.record({
      day: fc.constantFrom(...DAYS),
      asset: fc.constantFrom(...ASSETS.filter((asset) => asset !== 'USDT')),
      rate: fc.integer({ min: 1, max: 100_000 }),
    }),
    { selector: ({ day, asset }) => `${day} ${asset}` },
  ),
});

const AN_EVENT: Event = {
  kind: 'deposit',
  at: '2026-03-02T12:00:00.000Z',
  venue: 'aurora',
  toVenue: 'borealis',
  asset: 'USDT',
  counter: 'USDT',
  side: 'buy',
  amount: 5_000_000n,
  price: 1,
  fee: null,
  counts: true,
  arrivedAt: null,
};

describe('flows', () => {
  it('of any events and rates are those of an independent model, to the last digit', async () => {
    let runs = 0;
    const holds = fc.asyncProperty(someWorld, async (world) => {
      const tenant = `tenant-${runs++}`;
      await plantWorld(tenant, world);
      const { body } = await ask(tenant);
      expect(body).toEqual(flowsOf(world, DAYS.slice(1, 5)));
      const { body: sums } = await ask(tenant, '?from=2026-03-01&to=2026-03-04&sumsOnly=true');
      expect(sums.days).toEqual(body.days.map((day) => ({ ...day, flows: [] })));
    });
    await fc.assert(holds, { numRuns: effort(15, 150) });
  });

  it('count a transfer between our venues neither as deposit nor as withdrawal, but its fee', async () => {
    const event: Event = {
      ...AN_EVENT,
      kind: 'transfer',
      fee: 1_000_000n,
      arrivedAt: '2026-03-03T00:00:00.000Z',
    };
    await plantWorld('moves', { events: [event], rates: [] });
    const { body } = await ask('moves', '?from=2026-03-02&to=2026-03-03');
    expect(body.days.map(({ values }) => values)).toMatchObject([
      { deposits: '0', withdrawals: '0', transfersOut: '5', transfersIn: '0', fees: '1' },
      { deposits: '0', withdrawals: '0', transfersOut: '0', transfersIn: '5', fees: '1' },
    ]);
  });

  it('do not know what arrived on days for which the deposits of a venue were not read', async () => {
    await plantWorld('gaps', { events: [AN_EVENT], rates: [] });
    await sql`insert into deposit_source ${sql([
      {
        tenant: 'gaps',
        venue: 'aurora',
        read_to: new Date('2026-03-10T11:59:00Z'),
        missing_from: new Date('2026-03-01T10:00:00Z'),
        missing_to: new Date('2026-03-02T01:00:00Z'),
      },
      {
        tenant: 'gaps',
        venue: 'borealis',
        read_to: new Date('2026-03-09T10:00:00Z'),
        missing_from: null,
        missing_to: null,
      },
    ])}`;
    const { body } = await ask('gaps', '?from=2026-02-28&to=2026-03-10');
    const unknown = body.days.filter(({ values }) => values.deposits === null);
    expect(unknown.map(({ day, unread }) => [day, unread])).toEqual([
      ['2026-03-01', ['aurora']],
      ['2026-03-02', ['aurora']],
      ['2026-03-09', ['borealis']],
      ['2026-03-10', ['borealis']],
    ]);
    expect(unknown.every(({ values }) => values.transfersIn === null && values.withdrawals === '0')).toBe(
      true,
    );
  });

  it('show nothing to another tenant', async () => {
    await plantWorld('own', { events: [AN_EVENT], rates: [] });
    expect((await ask('foreign')).body.days.every(({ flows }) => flows.length === 0)).toBe(true);
  });

  it.each([
    ['?from=2026-03-02T00:00:00Z', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?from=2020-01-01', 'from'],
    ['?venue=aurora', 'venue'],
  ])('refuse %s and name %s', async (query, field) => {
    const { status, body } = await ask('acme', query);
    expect(status).toBe(400);
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual([field]);
  });
});
