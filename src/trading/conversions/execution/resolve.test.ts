import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal, newId, newTraceId, systemClock, type Actor, type Context } from '../../../kernel/index.ts';
import { run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { answered, notSent, refused, unknown, type Outcome, type VenueOrder } from '../../venues/index.ts';
import { selectOrders, type OrderRow } from '../store.ts';
import { anOrder, aRow, plant } from '../testing/plant.ts';
import { openConversionService } from '../testing/service.ts';
import type { Answered } from './observe.ts';
import { record } from './record.ts';
import { resolveOrder } from './resolve.ts';
import { TIMING } from './timing.ts';

const { database, access, send, show, ends } = await openConversionService();
const { db, sql } = database;

const CREDENTIALS = { ada: newId(), grace: newId(), 'ada-bot': newId() };
for (const [name, id] of Object.entries(CREDENTIALS)) {
  const owner = name === 'ada-bot' ? 'ada' : null;
  await sql`
    insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
    values (${id}, ${owner === null ? 'person' : 'client'}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;
}

const contextOf = (actor: Pick<Actor, 'kind' | 'id' | 'session'>): Context<Db> => ({
  actor: { tenant: 'acme', scopes: new Set(['admin']), ...actor },
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
});

let id: string;
let orderId: string;
let tradedAt: string;

const HOUR_MS = 3_600_000;

/** A cancelled conversion whose order was sent an hour ago; `change` replaces members of the order. */
async function inDoubt(
  change: Partial<Omit<OrderRow, 'finding'>> = {},
  status: 'PENDING_CANCEL' | 'PROCESSING' = 'PENDING_CANCEL',
) {
  const at = new Date(Date.now() - HOUR_MS);
  const row = aRow({ status, venues: ['gone'], created_at: at, due_at: null });
  await plant(sql, [row]);
  const sent = anOrder({ conversion_id: row.id, venue: 'gone', created_at: at, ...change });
  const order = { ...sent, finding: null };
  await sql`insert into conversion_order ${sql(order)}`;
  return { id: row.id, orderId: order.id };
}

const aTrade = (change: object = {}) => ({
  venueTradeId: 'T-1',
  price: '60010',
  quantity: '0.2',
  fee: { asset: 'USDT', amount: '12.002' },
  liquidity: 'taker',
  tradedAt,
  ...change,
});

const resolve = (who: string, trades: readonly object[] = [], change: object = {}) =>
  send(who, 'POST', `/${id}/resolve`, { orderId, trades, comment: 'Seen in the statement.', ...change });

const orderNow = async (): Promise<OrderRow> => {
  const [order] = await selectOrders(db, id).execute();
  if (!order) throw new Error('The conversion must have an order.');
  return order;
};

beforeEach(async () => {
  tradedAt = new Date(Date.now() - HOUR_MS / 2).toISOString();
  ({ id, orderId } = await inDoubt());
});

describe('an order at a venue that is not configured any more', () => {
  it('was not executed when two admins have found so, and its conversion ends without another order', async () => {
    const first = await resolve('ada');
    expect([first.status, first.body.status]).toEqual([200, 'PENDING_CANCEL']);
    expect(first.body.orders).toMatchObject([
      { status: 'SENT', reason: 'ada found that it traded nothing more: another admin must find the same.' },
    ]);
    const second = await resolve('grace');
    expect([second.status, second.body.orders[0]?.status]).toEqual([200, 'ABSENT']);
    expect(await ends(id)).toMatchObject({
      status: 'CANCELLED',
      trades: [],
      orders: [{ filled: '0', reason: 'As ada and grace found: Seen in the statement.' }],
    });
    const entries = await sql<{ actor_id: string; details: object }[]>`
      select actor_id, details from audit_log where subject_id = ${id} and action = 'conversion.resolve' order by at, id`;
    expect(entries).toMatchObject([
      { actor_id: 'ada', details: { order: orderId, trades: [], reason: 'Seen in the statement.' } },
      { actor_id: 'grace', details: { foundBefore: { by: 'ada' } } },
    ]);
  });

  it('has traded what two admins have found, to the last digit', async () => {
    const trades = [
      aTrade(),
      aTrade({
        venueTradeId: 'T-2',
        price: '60000.01',
        quantity: '0.1',
        fee: { asset: 'BTC', amount: '-0.00001' },
      }),
    ];
    await resolve('ada', trades);
    expect((await show(id)).orders[0]?.finding).toMatchObject({
      trades,
      comment: 'Seen in the statement.',
      by: 'ada',
    });
    // The same in another order and other notation.
    await resolve('grace', [trades[1] ?? {}, aTrade({ quantity: '0.20' })]);
    expect(await ends(id)).toMatchObject({
      status: 'COMPLETED',
      orders: [{ status: 'CANCELLED', filled: '0.3', finding: null }],
      movements: [
        { asset: 'BTC', amount: '-0.29999' },
        { asset: 'USDT', amount: '17989.999' },
      ],
    });
  });

  it('that has traded before gets only the rest, and is FILLED where that is all', async () => {
    ({ id, orderId } = await inDoubt({ status: 'OPEN', filled: '0.2', venue_order_id: 'O-1' }));
    await sql`insert into conversion_trade ${sql({
      order_id: orderId,
      venue_trade_id: 'T-1',
      price: '60010',
      quantity: '0.2',
      fee: '0',
      fee_asset: 'USDT',
      liquidity: 'taker',
      traded_at: new Date(tradedAt),
    })}`;
    const again = await resolve('ada', [aTrade({ quantity: '0.3' })]);
    expect([again.status, Object.keys(again.body.errors ?? {})]).toEqual([422, ['trades.0.venueTradeId']]);
    const rest = [aTrade({ venueTradeId: 'T-2', quantity: '0.3' })];
    await resolve('ada', rest);
    await resolve('grace', rest);
    expect(await ends(id)).toMatchObject({
      status: 'COMPLETED',
      orders: [{ status: 'FILLED', filled: '0.5' }],
    });
  });

  it('that the venue has reported as filled gets exactly its missing trades', async () => {
    ({ id, orderId } = await inDoubt({ status: 'CANCELLED', filled: '0.2', venue_order_id: 'O-1' }));
    for (const trades of [[], [aTrade({ quantity: '0.1' })], [aTrade({ quantity: '0.3' })]]) {
      const { status, body } = await resolve('ada', trades);
      expect([status, body.errors]).toEqual([
        422,
        { trades: ['must come to the 0.2 that gone has reported as filled'] },
      ]);
    }
    await resolve('ada', [aTrade()]);
    await resolve('grace', [aTrade()]);
    expect(await ends(id)).toMatchObject({
      status: 'COMPLETED',
      orders: [{ status: 'CANCELLED', filled: '0.2' }],
    });
  });

  it('is not settled by one person, nor by their program, nor by two who found different things', async () => {
    for (const [who, trades, expected] of [
      ['ada', [], 200],
      ['ada', [], 200],
      ['ada-bot', [], 403],
      ['grace', [aTrade()], 200],
      ['ada', [aTrade({ fee: { asset: 'USDT', amount: '12.003' } })], 200],
      ['ada', [aTrade()], 200],
      ['ada', [aTrade()], 200],
    ] as const) {
      const { status } = await resolve(who, trades);
      expect([who, status, (await orderNow()).status]).toEqual([who, expected, 'SENT']);
    }
    expect((await show(id)).status).toBe('PENDING_CANCEL');
    await resolve('grace', [aTrade()]);
    expect(await ends(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is settled once when both say so at once, or say it again', async () => {
    await resolve('ada', [aTrade()]);
    const together = await Promise.all(['grace', 'grace', 'ada'].map((who) => resolve(who, [aTrade()])));
    expect(together.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { status, trades } = await ends(id);
    expect([status, trades.length]).toEqual(['COMPLETED', 1]);
    const late = await resolve('grace', [aTrade()]);
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition']);
  });

  it('is answered again for a request that is repeated by its key', async () => {
    await resolve('ada');
    const body = { orderId, trades: [], comment: 'Seen.' };
    const headers = { 'idempotency-key': `settle-${id}` };
    const [first, second] = [
      await send('grace', 'POST', `/${id}/resolve`, body, headers),
      await send('grace', 'POST', `/${id}/resolve`, body, headers),
    ];
    expect([first.status, second]).toEqual([200, first]);
  });

  it('is confirmed by a person with a second factor over exactly these trades', async () => {
    const session = { id: newId(), credentialId: CREDENTIALS.ada };
    const trade = { ...aTrade(), liquidity: 'taker' as const };
    await expect(
      resolveOrder(contextOf({ kind: 'person', id: 'ada', session }), access, {
        id,
        orderId,
        trades: [trade],
        comment: 'Seen.',
      }),
    ).rejects.toMatchObject({
      code: 'step_up_required',
      members: { approves: { orderId, venue: 'gone', side: 'sell', quantity: '0.5', trades: [trade] } },
    });
    expect(await orderNow()).toMatchObject({ status: 'SENT', finding: null });
  });

  it('is not for others, nor for an order of another conversion', async () => {
    const other = await inDoubt();
    const answers = await Promise.all([
      resolve('desk'),
      resolve('viewer'),
      resolve('stranger'),
      resolve('ada', [], { orderId: other.orderId }),
      resolve('ada', [], { orderId: newId() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404]);
    expect(await orderNow()).toMatchObject({ status: 'SENT', finding: null });
  });

  it.each([
    ['trades', [{ quantity: '0.3' }, { venueTradeId: 'T-2', quantity: '0.200001' }]],
    ['trades.0.quantity,trades', [{ quantity: '0.500001' }]],
    ['trades.0.price', [{ price: '59999.99' }]],
    ['trades.0.fee.amount', [{ fee: { asset: 'BTC', amount: '0.21' } }]],
    ['trades.0.fee.amount', [{ fee: { asset: 'USDT', amount: '12002.01' } }]],
    ['trades.0.tradedAt', [{ tradedAt: '2020-01-01T00:00:00.000Z' }]],
    ['trades.0.tradedAt', [{ tradedAt: '2999-01-01T00:00:00.000Z' }]],
    ['trades.1.venueTradeId', [{}, {}]],
  ])('cannot have traded what is refused with %s: %j', async (field, changes) => {
    const { status, body } = await resolve('ada', changes.map(aTrade));
    expect([status, Object.keys(body.errors ?? {}).join()]).toEqual([422, field]);
    expect((await orderNow()).finding).toBeNull();
  });

  it.each([
    ['trades.0.quantity', { quantity: '0' }],
    ['trades.0.quantity', { quantity: '1e-3' }],
    ['trades.0.price', { price: '-60010' }],
    ['trades.0.price', { price: 60010 }],
    ['trades.0.fee.amount', { fee: { asset: 'USDT', amount: '1,5' } }],
    ['trades.0.tradedAt', { tradedAt: 'yesterday' }],
  ])('has trades in exact texts: %s of %j is refused', async (field, change) => {
    const { status, body } = await resolve('ada', [aTrade(change)]);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });
});

it.each([
  ['PROCESSING', {}, 'cancel it first'],
  ['PENDING_CANCEL', { venue: 'north' }, 'still answers'],
  ['PENDING_CANCEL', { deadline: new Date(Date.now() + HOUR_MS) }, 'may still reach'],
  ['PENDING_CANCEL', { status: 'ABSENT' }, 'is known'],
] as const)('one that is %s with an order like %j is refused', async (status, change, why) => {
  ({ id, orderId } = await inDoubt(change, status));
  const { status: code, body } = await resolve('ada');
  expect([code, body.code]).toEqual([409, 'invalid_transition']);
  expect(body.detail).toContain(why);
  expect((await orderNow()).finding).toBeNull();
});

const said = (order: OrderRow): VenueOrder => ({
  venueOrderId: 'O-1',
  clientOrderId: order.id,
  symbol: 'BTC-USDT',
  side: 'sell',
  type: 'ioc',
  price: null,
  quantity: Decimal.parse('0.5'),
  filled: Decimal.parse('0.2'),
  status: 'cancelled',
});

/** With the answer of a venue to the question for the order. */
async function resolveWhere(outcome: Outcome<VenueOrder | null>, who = 'ada') {
  const [north] = await access.venues.list('acme');
  if (!north?.venue.orders) throw new Error('It must trade.');
  const venue = {
    ...north.venue,
    code: 'gone',
    orders: { ...north.venue.orders, find: () => Promise.resolve(outcome) },
  };
  const venues = { ...access.venues, list: () => Promise.resolve([{ ...north, venue }]) };
  return resolveOrder(
    contextOf({ kind: 'client', id: who }),
    { ...access, venues },
    { id, orderId, trades: [], comment: 'Seen.' },
  );
}

const answer = async (members: Partial<Answered>): Promise<void> => {
  const order = await orderNow();
  const late = { kind: 'find', order, askedAt: new Date(), outcome: answered(said(order)), ...members };
  await run(contextOf({ kind: 'system', id: 'worker' }), record, {
    id,
    answers: [late as Answered],
    timing: TIMING,
  });
};

describe('an order at a venue that is configured', () => {
  it.each([
    answered(null),
    unknown('There was no answer in time.'),
    notSent('There is no connection.'),
    refused('unauthorised', 'The key is not valid.'),
  ])('is refused while the venue can be asked: $kind', async (outcome) => {
    await expect(resolveWhere(outcome)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await orderNow()).finding).toBeNull();
  });

  it.each([
    ['has forgotten it', refused('too_old', 'It does not look back that far.')],
    ['no longer lists its market', refused('symbol', 'The venue has no market BTC-USDT.')],
  ])('is settled where the venue %s', async (_why, lost) => {
    await resolveWhere(lost);
    await resolveWhere(lost, 'grace');
    expect(await ends(id)).toMatchObject({ status: 'CANCELLED' });
  });

  it('whose answer arrives before the second person has it as the venue says, and what was found is gone', async () => {
    await resolve('ada');
    await answer({});
    expect(await orderNow()).toMatchObject({
      status: 'CANCELLED',
      filled: '0.2',
      reason: null,
      finding: null,
    });
  });

  it.each([
    [{}, '0.2 filled, cancelled.'],
    [{ kind: 'place' }, '0.2 filled, cancelled.'],
    [
      {
        kind: 'trades',
        outcome: answered([
          {
            venueTradeId: 'T-9',
            price: Decimal.parse('60000'),
            quantity: Decimal.parse('0.2'),
            fee: Decimal.ZERO,
            feeAsset: 'USDT',
            liquidity: 'taker',
            tradedAt: new Date(),
          },
        ]),
      },
      'trades T-9.',
    ],
  ] as [Partial<Answered>, string][])(
    'whose answer arrives after that keeps what was found, and shows that it differs: %j',
    async (members, expected) => {
      await resolve('ada');
      await resolve('grace');
      const before = await ends(id);
      await answer(members);
      const after = await show(id);
      expect(after).toMatchObject({
        status: 'CANCELLED',
        movements: [],
        trades: [],
        orders: [
          {
            status: 'ABSENT',
            filled: '0',
            reason: `${before.orders[0]?.reason} gone has answered since: ${expected}`,
          },
        ],
      });
      const entries =
        await sql`select from audit_log where subject_id = ${id} and action = 'conversion.record'`;
      expect(entries).toHaveLength(1);
      // The same again changes nothing.
      await expect(answer(members)).rejects.toMatchObject({ code: 'invalid_transition' });
    },
  );

  it('whose late answer is the same leaves nothing', async () => {
    await resolve('ada');
    await resolve('grace');
    await ends(id);
    await expect(answer({ outcome: answered(null) })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });
});
