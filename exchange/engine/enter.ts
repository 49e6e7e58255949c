import { Decimal } from '../../src/kernel/index.ts';
import { left, remove, rest } from './book.ts';
import { match, type Fill } from './match.ts';
import { move } from './move.ts';
import type { Order } from './order.ts';
import { FEES, HOUSE, type ExchangeState, type Market, type Trade } from './state.ts';

export type OrderDraft = Pick<
  Order,
  'account' | 'clientOrderId' | 'side' | 'type' | 'price' | 'quantity' | 'holdPerUnit'
>;

/** Executes an order that has passed all checks. */
export function enter(state: ExchangeState, market: Market, draft: OrderDraft, at: number): Order {
  const order: Order = {
    ...draft,
    id: `O${++state.lastOrder}`,
    symbol: market.symbol,
    placedAt: at,
    filled: draft.quantity.minus(draft.quantity),
    status: 'open',
  };
  state.orders.set(order.id, order);
  hold(state, market, order, order.quantity);
  for (const fill of match(market.book, state.orders, order)) settle(state, market, fill, at);
  if (order.status === 'open') {
    if (order.price !== null && order.type !== 'ioc') restAt(market, order, order.price);
    else end(state, market, order, 'cancelled');
  }
  return order;
}

function restAt(market: Market, order: Order, price: Decimal): void {
  rest(market.book, order, price);
  if (order.account === HOUSE) market.quotes[order.side].set(price.toString(), order.id);
}

/** Removes an order from the book. */
export function withdrawFromBook(state: ExchangeState, market: Market, order: Order): void {
  if (order.price === null) throw new Error(`Order ${order.id} has no price and cannot rest.`);
  remove(market.book, order, order.price);
  end(state, market, order, 'cancelled');
}

function end(state: ExchangeState, market: Market, order: Order, status: 'filled' | 'cancelled'): void {
  release(state, market, order, left(order));
  order.status = status;
  if (order.account !== HOUSE) return;
  state.orders.delete(order.id);
  if (order.price) market.quotes[order.side].delete(order.price.toString());
}

function settle(state: ExchangeState, market: Market, fill: Fill, at: number): void {
  const { maker, taker, price, quantity } = fill;
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  const { base, counter } = market.terms;
  const value = price.times(quantity);
  for (const order of [maker, taker]) release(state, market, order, quantity);
  move(state, base, quantity, [seller.account, 'available'], [buyer.account, 'available']);
  move(state, counter, value, [buyer.account, 'available'], [seller.account, 'available']);
  charge(state, market, fill, maker, 'maker', at);
  charge(state, market, fill, taker, 'taker', at);
  for (const order of [maker, taker]) {
    if (left(order).isZero) end(state, market, order, 'filled');
  }
}

/** Charges the fee of one side and records its trade. The house pays no fee and has no record. */
function charge(
  state: ExchangeState,
  market: Market,
  fill: Fill,
  order: Order,
  liquidity: Trade['liquidity'],
  at: number,
): void {
  if (order.account === HOUSE) return;
  const { account } = state.terms;
  const rate = Decimal.parse(liquidity === 'maker' ? account.makerFee : account.takerFee);
  const isPaidInBase = order.side === 'buy' && account.feeIn === 'received';
  const feeAsset = isPaidInBase ? market.terms.base : market.terms.counter;
  const charged = isPaidInBase ? fill.quantity : fill.price.times(fill.quantity);
  const fee = charged.times(rate).trim();
  move(state, feeAsset, fee, [order.account, 'available'], [FEES, 'available']);
  const trades = state.trades.get(order.id) ?? [];
  state.trades.set(order.id, trades);
  const { price, quantity } = fill;
  const id = `T${++state.lastTrade}`;
  const { symbol, side } = order;
  trades.push({
    id,
    orderId: order.id,
    symbol,
    side,
    price,
    quantity,
    fee,
    feeAsset,
    liquidity,
    tradedAt: at,
  });
}

const hold = (state: ExchangeState, market: Market, order: Order, quantity: Decimal): void =>
  move(
    state,
    paidWith(market, order),
    order.holdPerUnit.times(quantity),
    [order.account, 'available'],
    [order.account, 'locked'],
  );

const release = (state: ExchangeState, market: Market, order: Order, quantity: Decimal): void =>
  move(
    state,
    paidWith(market, order),
    order.holdPerUnit.times(quantity),
    [order.account, 'locked'],
    [order.account, 'available'],
  );

const paidWith = (market: Market, order: Order): string =>
  order.side === 'buy' ? market.terms.counter : market.terms.base;
