import { Decimal } from '../../src/kernel/index.ts';
import type { Side } from './book.ts';
import { enter, withdrawFromBook } from './enter.ts';
import { HOUSE, type ExchangeState, type Market } from './state.ts';

const ONE = Decimal.of(1n);

/** Places an order of the house at a price, or takes at any price if it is null. */
export function enterForHouse(
  state: ExchangeState,
  market: Market,
  side: Side,
  price: Decimal | null,
  quantity: Decimal,
  at: number,
): void {
  const type = price === null ? 'market' : 'limit';
  const holdPerUnit = price === null ? Decimal.ZERO : side === 'buy' ? price : ONE;
  enter(state, market, { account: HOUSE, clientOrderId: '', side, type, price, quantity, holdPerUnit }, at);
}

export function withdrawQuote(state: ExchangeState, market: Market, orderId: string): void {
  const order = state.orders.get(orderId);
  if (!order) throw new Error(`The house has no order ${orderId}.`);
  withdrawFromBook(state, market, order);
}
