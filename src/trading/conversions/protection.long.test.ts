import { beforeEach, describe, expect, it } from 'vitest';
import { newTraceId, systemClock, type Actor } from '../../kernel/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { requestWork } from './jobs.ts';
import { selectOrders, selectTrades, type ConversionRow } from './store.ts';
import { boundFaults } from './testing/bound-faults.ts';
import { aRow, plant } from './testing/plant.ts';
import { openConversionService, type Shown } from './testing/service.ts';

const { create, database, ends, exchanges, send, until } = await openConversionService();
const { north, south } = exchanges;
const { db, sql } = database;
const ACTOR: Actor = { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set() };

type Level = readonly [price: string, quantity: string];

/** Arranges the books of BTC-USDT and waits until they are read. */
async function arrange(
  books: { bids: readonly Level[]; asks: readonly Level[] },
  there = north,
): Promise<void> {
  await there.control.arrange('BTC-USDT', books);
  const venues = [there === north ? 'north' : 'south'];
  const [bid, ask] = [books.bids[0]?.[0], books.asks[0]?.[0]];
  for (;;) {
    const wish = { reference: 'x', venues, maxSlippageBps: 5000 };
    const sold = { ...wish, from: { asset: 'BTC', amount: '0.01' }, to: { asset: 'USDT' } };
    const bought = { ...wish, from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '0.01' } };
    const prices = await Promise.all(
      [sold, bought].map(async (body) => {
        const answer = await send('viewer', 'POST', '/estimate', body);
        return (answer.body as unknown as { legs?: Shown[] }).legs?.[0]?.orders[0]?.price;
      }),
    );
    if (JSON.stringify(prices) === JSON.stringify([bid, ask])) return;
  }
}

/** A conversion that was created when the books were others. */
async function started(change: Partial<ConversionRow>): Promise<string> {
  const now = new Date();
  const row = aRow({
    status: 'PENDING',
    fixed_amount: '1',
    min_received: '59400',
    quoted_amount: '60000',
    created_at: now,
    due_at: now,
    ...change,
  });
  await plant(sql, [row]);
  const context = {
    actor: ACTOR,
    db,
    clock: systemClock,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  };
  await enqueue(db, context, [requestWork(row.id)]);
  return row.id;
}

async function expectKept(id: string): Promise<void> {
  const [row] = await sql<ConversionRow[]>`select * from conversion where id = ${id}`;
  if (!row) throw new Error('It is gone.');
  const kept = {
    row,
    orders: await selectOrders(db, id).execute(),
    trades: await selectTrades(db, id).execute(),
  };
  expect(boundFaults(kept)).toEqual([]);
}

const THIN = {
  bids: [
    ['60000.00', '0.1'],
    ['50000.00', '1'],
    ['100.00', '20'],
  ],
  asks: [
    ['60010.00', '0.1'],
    ['75000.00', '20'],
  ],
} as const;
const NOTHING_IN_REACH = { bids: [['40000.00', '5']], asks: [['80000.00', '5']] } as const;
const REASON = 'No offer is within the bound of at least 59400 USDT for 1 BTC.';

beforeEach(async () => {
  await arrange(THIN);
  await arrange(NOTHING_IN_REACH, south);
});

describe.each(['MARKET', 'TAKER'] as const)('%s', (executor) => {
  it('takes of a thin book what the bound permits, and ends with what it traded and the reason', async () => {
    const id = await started({ executor });
    const done = await ends(id);
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.1' }, failureMessage: REASON });
    expect(done.bound).toEqual({
      minReceived: '59400',
      maxGiven: null,
      maxSlippageBps: null,
      quoted: '60000',
    });
    await expectKept(id);
  });

  it('without an offer within the bound fails with the reason and sends nothing', async () => {
    await arrange(NOTHING_IN_REACH);
    const done = await ends(await started({ executor }));
    expect(done).toMatchObject({ status: 'FAILED', failureMessage: REASON, orders: [], movements: [] });
  });

  it('buys for no more than the bound', async () => {
    const path = ['USDT', 'BTC'];
    const wish = { from_asset: 'USDT', to_asset: 'BTC', path, fixed_side: 'to', min_received: null } as const;
    const id = await started({ executor, ...wish, path: [...path], max_given: '60600' });
    const done = await ends(id);
    expect(done).toMatchObject({ status: 'COMPLETED', to: { amount: '0.1' } });
    expect(done.failureMessage).toBe('No offer is within the bound of at most 60600 USDT for 1 BTC.');
    await expectKept(id);
  });
});

it('MAKER posts where the bound begins if the best price is beyond it, and waits there', async () => {
  // 61000 less the fee of a maker.
  const id = await started({ executor: 'MAKER', min_received: '60951.2' });
  const open = await until(id, ({ orders }) => orders[0]?.status === 'OPEN');
  expect(open.orders).toMatchObject([{ price: '61000.00', type: 'post-only' }]);
  await north.control.arrange('BTC-USDT', { bids: [['61000.00', '5']], asks: [] });
  const done = await ends(id);
  expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '1' }, to: { amount: '60951.2' } });
  await expectKept(id);
});

it('MAKER_TAKER posts, and takes only what the bound permits', async () => {
  const id = await started({ executor: 'MAKER_TAKER' });
  const done = await ends(id);
  expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.1' }, failureMessage: REASON });
  expect(done.orders.map(({ type }) => type)).toEqual(['post-only', 'ioc']);
  await expectKept(id);
});

it('TWAP lets slices pass while no offer is within the bound, and trades again when there is one', async () => {
  await arrange(NOTHING_IN_REACH);
  const id = await started({ executor: 'TWAP' });
  await until(id, ({ waitingReason }) => waitingReason === REASON);
  await arrange(THIN);
  const done = await ends(id);
  expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.1' }, failureMessage: REASON });
  await expectKept(id);
});

it('of two legs, the first is not traded while the second cannot keep the bound', async () => {
  await north.control.arrange('ETH-BTC', {
    bids: [['0.050000000000000001', '30']],
    asks: [['0.050100000000000000', '30']],
  });
  const id = await started({
    path: ['ETH', 'BTC', 'USDT'],
    from_asset: 'ETH',
    fixed_amount: '20',
  });
  const done = await ends(id);
  expect(done).toMatchObject({ status: 'FAILED', orders: [] });
  expect(done.failureMessage).toBe('No offer is within the bound of at least 59400 USDT for 20 ETH.');
});

it('a conversion that would walk a thin book to its end is refused by default', async () => {
  const { status, body } = await create({ from: { asset: 'BTC', amount: '1' } });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['maxSlippageBps']]);
  expect(body.detail).toMatch(/That breaks the bound of at least 59\d+(\.\d+)? USDT for 1 BTC/);
});

it('a venue that refuses for want of balance is left out of the next round, not of the conversion', async () => {
  await arrange({ bids: [['60000.00', '5']], asks: [['60010.00', '1']] });
  await arrange({ bids: [['60100.00', '0.5']], asks: [['60200.00', '1']] }, south);
  await north.control.fault({
    operation: 'placeOrder',
    fault: { type: 'refuse', status: 422, code: 'insufficient_balance', message: 'Too little BTC.' },
    times: 1,
  });
  const done = await ends(await started({}));
  expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '1' }, failureMessage: null });
  expect(done.orders.map(({ venue, status }) => `${venue} ${status}`).sort()).toEqual([
    'north FILLED',
    'north REFUSED',
    'south FILLED',
  ]);
});
