import {
  answered,
  refused,
  unknown,
  type OrderPeriod,
  type Outcome,
  type VenueOrder,
} from '../../port/index.ts';
import { isWithin } from '../api-context.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { marketOf, type OrderApiContext } from './orders.ts';
import { marginBefore, type IdCodec, type OrderHistory } from '../profile.ts';
import { toOrder } from './read-order.ts';

/** Every order in the markets since a time, each once, also those that others placed. */
export async function listOrders(
  { exchange, profile, now }: OrderApiContext,
  history: OrderHistory,
  { symbols, since }: OrderPeriod,
): Promise<Outcome<readonly VenueOrder[]>> {
  await ensureMarkets(exchange);
  if (!isWithin(since, history.reachMs, now())) {
    return refused('too_old', `The venue does not list orders back to ${since.toISOString()}.`);
  }
  const found = new Map<string, VenueOrder>();
  for (const symbol of symbols) {
    const market = marketOf(exchange, symbol);
    if (!market) continue;
    for (const row of await history.list(exchange, { symbol: market.symbol, since })) {
      // Open orders are listed whatever their age.
      if (row.symbol !== market.symbol || (row.timestamp ?? Infinity) < marginBefore(since)) continue;
      // A market order that somebody placed by its cost has no quantity of its own.
      const sized = { ...row, amount: row.amount ?? row.filled };
      const order = toOrder(sized, idOf(row.clientOrderId ?? '', profile.orders.ids));
      if (!order) return unknown('The venue lists an order in a form that it does not have.');
      found.set(order.venueOrderId, order);
    }
  }
  return answered([...found.values()]);
}

/** Our own id where it is one; those that others chose stay as they are. */
function idOf(text: string, ids: IdCodec): string {
  const id = ids.decode(text);
  return ids.encode(id) === text ? id : text;
}
