import { beforeEach, describe, expect, it } from 'vitest';
import { charging, stillProfile } from '../testing/profile.ts';
import { arrange } from './arrange.ts';
import { published } from './book.ts';
import { cancel } from './cancel.ts';
import { place, type PlaceInput } from './place.ts';
import { openState } from './open-state.ts';
import type { ExchangeState } from './state.ts';

const AT = 1_000;

let state: ExchangeState;
beforeEach(() => {
  state = openState('test', '1', stillProfile.terms);
  const bids: [string, string][] = [['99.00', '2.00000']];
  const asks: [string, string][] = [
    ['100.00', '1.00000'],
    ['101.00', '1.00000'],
  ];
  arrange(state, { symbol: 'BTC-USDT', bids, asks }, AT);
});

const buy: PlaceInput = {
  clientOrderId: 'one',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.00',
  quantity: '1.5',
};

const main = (asset: string) => state.accounts.get('MAIN')?.get(asset);
const book = () => {
  const { buy, sell } = state.markets.get('BTC-USDT')?.book ?? { buy: [], sell: [] };
  return { bids: published(buy), asks: published(sell) };
};

describe('placing an order', () => {
  it('takes up to a limit and rests with the remainder', () => {
    expect(place(state, buy, AT)).toMatchObject({
      status: 'open',
      id: expect.stringMatching(/^O/) as unknown,
    });
    expect(book()).toEqual({
      bids: [
        ['100.00', '0.50000'],
        ['99.00', '2.00000'],
      ],
      asks: [['101.00', '1.00000']],
    });
    expect(main('BTC')?.available.toString()).toBe('1001');
    // 1 bought at 100 with the taker's fee, and 0.5 locked at 100 with the higher fee.
    expect(main('USDT')?.available.toString()).toBe('999849.85');
    expect(main('USDT')?.locked.toString()).toBe('50.05');
  });

  it('takes the fee from what is bought, and holds none, where fees are charged in the asset received', () => {
    state = openState('test', '1', charging('received', 'on top').terms);
    arrange(state, { symbol: 'BTC-USDT', bids: [['98.00', '2']], asks: [['100.00', '1']] }, AT);
    place(state, buy, AT);
    expect(main('BTC')?.available.toString()).toBe('1000.999');
    expect(main('USDT')?.available.toString()).toBe('999850');
    expect(main('USDT')?.locked.toString()).toBe('50');
    place(
      state,
      { ...buy, clientOrderId: 'two', side: 'sell', type: 'ioc', price: '98.00', quantity: '1' },
      AT,
    );
    const [trade] = state.trades.get(state.orderIdByClientOrderId.get('two') ?? '') ?? [];
    expect(trade?.feeAsset).toBe('USDT');
  });

  it('fills a resting order at its own price with the maker’s fee, whatever the taker would have paid', () => {
    place(state, { ...buy, price: '99.50', quantity: '1' }, AT);
    arrange(state, { symbol: 'BTC-USDT', bids: [], asks: [['99.00', '1.00000']] }, AT);
    const [trade] = state.trades.get(state.orderIdByClientOrderId.get('one') ?? '') ?? [];
    expect(trade).toMatchObject({ liquidity: 'maker' });
    expect(trade?.price.toString()).toBe('99.50');
    expect(trade?.fee.toString()).toBe('0.0796');
    expect(main('USDT')?.available.toString()).toBe('999900.4204');
    expect(main('USDT')?.locked.toString()).toBe('0');
  });

  it('releases the unfilled part of an ioc order at once', () => {
    const order = place(state, { ...buy, type: 'ioc' }, AT);
    expect(order).toMatchObject({ status: 'cancelled' });
    expect(order.filled.toString()).toBe('1.00000');
    expect(main('USDT')?.locked.toString()).toBe('0');
    expect(main('USDT')?.available.toString()).toBe('999899.9');
  });

  it('lets a market order take the whole book', () => {
    const { price: _, ...market } = buy;
    const order = place(state, { ...market, type: 'market', quantity: '5' }, AT);
    expect(order).toMatchObject({ status: 'cancelled', price: null });
    expect(order.filled.toString()).toBe('2.00000');
    expect(book().asks).toEqual([]);
    expect(main('USDT')?.available.toString()).toBe('999798.799');
  });

  it('returns the same order for the same client order id, even if it could no longer be placed', () => {
    const first = place(state, { ...buy, quantity: '6000', price: '99.50' }, AT);
    expect(place(state, { ...buy, quantity: '6000.00', price: '99.5' }, AT + 1)).toBe(first);
    expect(state.lastOrder).toBe(4);
  });

  it('releases everything when an order is cancelled, and leaves a finished order unchanged', () => {
    place(state, { ...buy, price: '98.00' }, AT);
    expect(cancel(state, { clientOrderId: 'one' })).toMatchObject({ status: 'cancelled' });
    expect(cancel(state, { clientOrderId: 'one' })).toMatchObject({ status: 'cancelled' });
    expect(main('USDT')?.available.toString()).toBe('1000000');
    expect(() => cancel(state, { clientOrderId: 'none' })).toThrow(/There is no order/);
  });

  it.for<[code: string, change: Partial<PlaceInput>]>([
    ['unknown_symbol', { symbol: 'BTC-XXX' }],
    ['invalid_price', { price: '100.001' }],
    ['invalid_price', { price: '0' }],
    ['invalid_price', { price: '-1' }],
    ['invalid_price', { price: '1e3' }],
    ['invalid_price', { type: 'market' }],
    ['invalid_quantity', { quantity: '0.000001' }],
    ['invalid_quantity', { quantity: '１' }],
    ['invalid_quantity', { quantity: '9'.repeat(41) }],
    ['below_minimum', { quantity: '0.00009' }],
    ['would_take', { type: 'post-only' }],
    ['insufficient_balance', { quantity: '10000' }],
    ['insufficient_balance', { side: 'sell', quantity: '1000.00001' }],
  ])('refuses with %s where %j', ([code, change]) => {
    expect(() => place(state, { ...buy, ...change }, AT)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('refuses a client order id that belongs to another order', () => {
    place(state, buy, AT);
    for (const change of [
      { quantity: '1.6' },
      { price: '99.99' },
      { type: 'ioc' as const },
      { side: 'sell' as const },
    ]) {
      expect(() => place(state, { ...buy, ...change }, AT)).toThrow(/another order/);
    }
  });
});
