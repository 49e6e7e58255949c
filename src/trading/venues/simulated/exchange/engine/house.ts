import { Decimal } from '../../../../../kernel/index.ts';
import type { Side } from './book.ts';
import { enter, withdrawFromBook } from './enter.ts';
import { HOUSE, type ExchangeState, type Market, type Order } from './state.ts';

const ONE = Decimal.of(1n);

/** Offers the house's own liquidity at a price, or takes at any price where it is null. */
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

export function houseOrders(state: ExchangeState, market: Market, side: Side): Order[] {
  return market.book[side]
    .flatMap(({ orderIds }) => orderIds)
    .flatMap((id) => state.orders.get(id) ?? [])
    .filter((order) => order.account === HOUSE);
}

export function withdrawHouse(state: ExchangeState, market: Market): void {
  for (const side of ['buy', 'sell'] as const) {
    for (const order of houseOrders(state, market, side)) withdrawFromBook(state, market, order);
  }
}
