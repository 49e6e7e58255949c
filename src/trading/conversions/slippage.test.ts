import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { conversionEndpoints } from './index.ts';
import { slippageOf } from './slippage.ts';
import { aConversion } from './testing/service.ts';
import { aRow, plant, plantTrade } from './testing/plant.ts';
import { BOUNDS, stillMarkets } from './testing/still-markets.ts';

const database = await createTestDatabase();
const access = stillMarkets({
  aurora: {
    'BTC-USDT': { bids: [['100', '5']], asks: [['103', '5']] },
    'ETH-BTC': { bids: [['0.05', '100']], asks: [['0.07', '100']] },
    'DOT-USDT': { bids: [['5', '10']] },
  },
  borealis: { 'BTC-USDT': { bids: [['99', '5']], asks: [['102', '5']] } },
});
const app = frame(conversionEndpoints(access, BOUNDS), {
  db: database.db,
  clock: { now: () => new Date('2026-03-31T12:00:00.000Z') },
  authenticate: (header = ''): Actor => ({
    kind: 'client',
    id: 'desk',
    tenant: header.replace('Bearer ', ''),
    scopes: new Set(['conversions:view', 'conversions:edit']),
  }),
  limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 },
});
afterAll(() => app.close());

interface Answer {
  readonly id: string;
  readonly errors: object;
}

async function ask(path: string, body?: object, tenant = 'acme') {
  const response = await inject(app, {
    method: body ? 'POST' : 'GET',
    url: `/trade/v1/conversions${path}`,
    headers: { authorization: `Bearer ${tenant}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, body: response.json<Answer>() };
}

describe('the middle of the books at creation', () => {
  it.each([
    // The best bid is 100, the best ask 102.
    [{ from: { asset: 'BTC', amount: '1' }, to: { asset: 'USDT' } }, ['101']],
    [{ from: { asset: 'USDT', amount: '100' }, to: { asset: 'BTC' } }, ['0.009900990099009900990099']],
    [{ from: { asset: 'ETH', amount: '20' }, to: { asset: 'USDT' } }, ['0.06', '101']],
    // Nobody sells DOT, so nothing says what it is worth.
    [{ from: { asset: 'DOT', amount: '1' }, to: { asset: 'USDT' } }, null],
  ])('of %j is kept leg by leg as %j', async (wish, mids) => {
    const { body } = await ask('', aConversion(wish));
    const [kept] = await database.sql`select mids::text[] as mids from conversion where id = ${body.id}`;
    expect(kept).toEqual({ mids });
  });
});

const sale = {
  order: { id: 'a', leg: 0, symbol: 'BTC-USDT', side: 'sell' },
  trade: { order_id: 'a', price: '100', quantity: '2', fee: '0.5', fee_asset: 'USDT' },
} as const;

describe('the slippage of a conversion', () => {
  it('is what prices and fees have cost against the middle', () => {
    const planned = { path: ['BTC', 'USDT'], mids: ['101'] };
    // Of 202, 200 were brought, and 199.5 are left.
    expect(slippageOf(planned, [sale.order], [sale.trade])).toEqual({
      mid: '101',
      totalBps: '123.76',
      priceBps: '99.01',
      feeBps: '24.75',
    });
  });

  it('is negative where it was better than the middle', () => {
    const planned = { path: ['BTC', 'USDT'], mids: ['80'] };
    expect(slippageOf(planned, [sale.order], [sale.trade])).toMatchObject({ priceBps: '-2500.00' });
  });

  it('is that of both legs together, whatever is left between them', () => {
    const planned = { path: ['ETH', 'BTC', 'USDT'], mids: ['0.1', '200'] };
    const first = { id: 'b', leg: 0, symbol: 'ETH-BTC', side: 'sell' } as const;
    const orders = [first, { ...sale.order, leg: 1 }];
    // Half of the value is lost in each leg, and one BTC of three was not sold on.
    const bought = { order_id: 'b', price: '0.05', quantity: '60', fee: '0', fee_asset: 'BTC' };
    expect(slippageOf(planned, orders, [bought, { ...sale.trade, fee: '0' }])).toEqual({
      mid: '20',
      totalBps: '7500.00',
      priceBps: '7500.00',
      feeBps: '0.00',
    });
  });

  it.each([
    ['no middle was kept', { path: ['BTC', 'USDT'], mids: null }, [sale.trade]],
    ['nothing was traded', { path: ['BTC', 'USDT'], mids: ['1'] }, []],
    ['a leg has not traded', { path: ['BTC', 'USDT', 'EUR'], mids: ['1', '1'] }, [sale.trade]],
  ])('is null where %s', (_why, planned, trades) => {
    expect(slippageOf(planned, [sale.order], trades)).toBeNull();
  });
});

describe('the summary', () => {
  const at = new Date('2026-03-30T12:00:00.000Z');

  it('has each venue and market of the period, weighted by value', async () => {
    const sold = aRow({ tenant: 'sums', mids: ['101'] });
    const bought = aRow({ tenant: 'sums', from_asset: 'USDT', to_asset: 'BTC', mids: ['0.01'] });
    const unknown = aRow({ tenant: 'sums' });
    await plant(database.sql, [sold, bought, unknown]);
    const trade = { venue: 'aurora', symbol: 'BTC-USDT', feeAsset: 'USDT', at } as const;
    await plantTrade(database.sql, sold.id, {
      ...trade,
      side: 'sell',
      price: '100',
      quantity: '2',
      fee: '0.2',
    });
    await plantTrade(database.sql, bought.id, {
      ...trade,
      side: 'buy',
      price: '102',
      quantity: '1',
      fee: '0.102',
    });
    await plantTrade(database.sql, unknown.id, {
      ...trade,
      venue: 'borealis',
      feeAsset: 'BNB',
      side: 'sell',
      price: '100',
      quantity: '1',
      fee: '0.1',
    });
    const early = { ...trade, at: new Date('2026-02-28T12:00:00.000Z') };
    await plantTrade(database.sql, aRow({ id: unknown.id }).id, {
      ...early,
      leg: 1,
      side: 'sell',
      price: '1',
      quantity: '9',
      fee: '0',
    });
    const { body } = await ask('/slippage?from=2026-03-01&to=2026-03-31', undefined, 'sums');
    expect(body).toEqual([
      // 2 of 202 and 2 of 100 were lost.
      {
        venue: 'aurora',
        symbol: 'BTC-USDT',
        trades: 2,
        quantity: '3',
        value: '302',
        priceBps: '132.45',
        feeBps: '10.00',
      },
      {
        venue: 'borealis',
        symbol: 'BTC-USDT',
        trades: 1,
        quantity: '1',
        value: '100',
        priceBps: null,
        feeBps: null,
      },
    ]);
    expect((await ask('/slippage', undefined, 'other')).body).toEqual([]);
  });

  it.each([
    ['?from=soon', 'from'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?currency=EUR', 'currency'],
  ])('refuses %s and names %s', async (query, field) => {
    const { status, body } = await ask(`/slippage${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});
