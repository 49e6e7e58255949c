import { setTimeout as sleep } from 'node:timers/promises';
import { ExchangeError, type Exchange, type MarketInterface } from 'ccxt';
import type { Decimal } from '../../../../kernel/index.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type Call,
  type OrderRequest,
  type Outcome,
  type SoughtOrder,
  type VenueOrder,
  type VenueTrade,
} from '../../port/index.ts';
import { decimal } from '../describe.ts';
import { isWithin, type ApiContext } from '../api-context.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { codesIn, reasonOf } from '../outcomes/explain.ts';
import { classify } from '../outcomes/classify.ts';
import type { OrderQuery, Profile, WireOrder } from '../profile.ts';
import { toOrder, toTrade } from './read-order.ts';
import { isAnswered, isJson } from '../transport/transport.ts';

/** How long to wait before each question for an order that was only acknowledged: some venues show it late. */
const SHOW_AFTER_MS = [0, 50, 100, 200, 400];

/** With what is particular to the exchange. */
export interface OrderApiContext extends ApiContext {
  readonly profile: Profile;
}

/** Sends an order; price and quantity go out digit for digit or not at all. */
export async function place(
  api: OrderApiContext,
  request: OrderRequest,
  { deadline }: Call,
): Promise<Outcome<VenueOrder>> {
  const { exchange, transport, now, profile } = api;
  const terms = profile.orders;
  let barred: string | undefined;
  try {
    await ensureMarkets(exchange);
    barred = profile.wallet?.(exchange).cannotTrade;
  } catch (error) {
    // Whatever the exchange says to this, it has not seen the order.
    return notSent((error as Error).message);
  }
  const { clientOrderId, symbol, side, type, quantity } = request;
  const price = request.type === 'market' ? undefined : request.price;
  const market = marketOf(exchange, symbol);
  if (!market) return refused('symbol', `The venue has no market ${symbol}.`);
  if (barred !== undefined) return refused('wallet', barred);
  if (!terms.types.includes(type)) return refused('type', `The venue takes no ${type} orders.`);
  const coarse = coarseOf(exchange, market.symbol, quantity, price);
  if (coarse !== undefined) return refused('precision', coarse);
  if (deadline.getTime() - now().getTime() < (terms.shortestMs ?? 0)) {
    return notSent('The deadline is too near for the venue.');
  }
  const id = terms.ids.encode(clientOrderId);
  const values = {
    id,
    amount: quantity,
    ...(price && { price }),
    side: [terms.sideOf?.(side, type) ?? side],
    symbol: market.id ?? '',
  };
  const headers = terms.headers?.(deadline) ?? {};
  const sent = await transport.guard(
    { values, names: terms.names, headers },
    () =>
      exchange.createOrder(
        market.symbol,
        type === 'market' ? 'market' : 'limit',
        side,
        quantity.toString() as unknown as number,
        price?.toString() as unknown as number,
        terms.parameters(type, id, deadline),
      ),
    classify('place', profile),
  );
  if (sent.kind !== 'answered') return sent;
  const order = sent.value.clientOrderId === id ? toOrder(sent.value, clientOrderId) : undefined;
  if (order) return answered(order);
  // Some venues only acknowledge an order, and some without our id: it counts once they show it by that id.
  const sought = { clientOrderId, symbol, since: now(), venueOrderId: null };
  for (const waitMs of SHOW_AFTER_MS) {
    await sleep(waitMs);
    const shown = await find(api, sought).catch(() => undefined);
    if (shown?.kind === 'answered' && shown.value) return answered(shown.value);
  }
  return unknown('The venue took the order and does not show it yet.');
}

/** Null only when everything the exchange may know was asked, and goes back far enough. */
export async function find(api: OrderApiContext, sought: SoughtOrder): Promise<Outcome<VenueOrder | null>> {
  await ensureMarkets(api.exchange);
  const order = wireOf(api, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  for (const query of api.profile.orders.queries) {
    const shown = await ask(api, query, order);
    const own = shown?.find(({ clientOrderId }) => clientOrderId === order.id);
    if (!shown || (!own && !query.isList && shown.length > 0)) {
      return unknown('The venue answered in a form that it does not have, or with another order.');
    }
    if (!own) continue;
    const read = toOrder(own, sought.clientOrderId);
    return read ? answered(read) : unknown('The venue shows the order in a form that it does not have.');
  }
  if (coversAll(api.profile.orders.queries, sought.since, api.now())) return answered(null);
  const since = sought.since.toISOString();
  return refused('too_old', `It does not look back to ${since}, when the order may have been sent.`);
}

async function ask(api: OrderApiContext, query: OrderQuery, order: WireOrder) {
  const { orders: terms } = api.profile;
  try {
    const shown = await query.ask(api.exchange, order);
    return isJson(api.transport.delivery()) ? shown : undefined;
  } catch (error) {
    if (error instanceof ExchangeError && hasCode(api, terms.absentCodes)) return [];
    throw error;
  }
}

function coversAll(queries: readonly OrderQuery[], since: Date, now: Date): boolean {
  const covers = (what: 'tradedMs' | 'untradedMs'): boolean =>
    queries.some(({ covers }) => isWithin(since, covers[what] ?? 0, now));
  return queries.some(({ covers }) => covers.open) && covers('tradedMs') && covers('untradedMs');
}

export async function cancel(api: OrderApiContext, sought: SoughtOrder): Promise<Outcome<VenueOrder>> {
  await ensureMarkets(api.exchange);
  const order = wireOf(api, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  let doubt: string | undefined;
  try {
    await api.profile.orders.cancel(api.exchange, order);
  } catch (error) {
    if (!isAnswered(api.transport.delivery())) throw error;
    // Whatever it says, the order may have traded: only a question by id says what became of it.
    doubt = reasonOf(error);
  }
  const found = await find(api, sought).catch((error: unknown) => unknown(reasonOf(error)));
  if (found.kind !== 'answered') return unknown(found.reason, found.cause);
  if (!found.value) return unknown('The venue shows no such order.');
  return doubt !== undefined && found.value.status === 'open' ? unknown(doubt) : answered(found.value);
}

export async function trades(
  api: OrderApiContext,
  sought: SoughtOrder,
): Promise<Outcome<readonly VenueTrade[]>> {
  await ensureMarkets(api.exchange);
  const order = wireOf(api, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  let orderId = sought.venueOrderId;
  if (orderId === null) {
    const found = await find(api, sought);
    if (found.kind !== 'answered') return found;
    if (!found.value) return answered([]);
    orderId = found.value.venueOrderId;
  }
  const all = await api.profile.orders.trades(api.exchange, { ...order, orderId });
  const own = all.filter((trade) => trade.order === orderId).map(toTrade);
  if (own.includes(undefined)) return unknown('The venue shows a trade in a form that it does not have.');
  return answered(
    own.flatMap((trade) => trade ?? []).sort((a, b) => a.tradedAt.getTime() - b.tradedAt.getTime()),
  );
}

export const marketOf = (exchange: Exchange, symbol: string): MarketInterface | undefined => {
  const market = exchange.markets?.[symbol.replace('-', '/')] as MarketInterface | undefined;
  return market?.spot ? market : undefined;
};

function wireOf(
  { exchange, profile }: OrderApiContext,
  { clientOrderId, symbol, since, venueOrderId }: SoughtOrder,
): WireOrder | undefined {
  const market = marketOf(exchange, symbol);
  const id = profile.orders.ids.encode(clientOrderId);
  return market && { id, symbol: market.symbol, since, orderId: venueOrderId ?? undefined };
}

const isExact = (rounded: string | undefined, wanted: Decimal): boolean =>
  decimal(rounded)?.equals(wanted) ?? false;

/** The library would round what is too fine. */
function coarseOf(
  exchange: Exchange,
  symbol: string,
  quantity: Decimal,
  price: Decimal | undefined,
): string | undefined {
  if (!isExact(exchange.amountToPrecision(symbol, quantity.toString()), quantity)) {
    return `The venue does not take the quantity ${quantity.toString()}: too fine.`;
  }
  if (price && !isExact(exchange.priceToPrecision(symbol, price.toString()), price)) {
    return `The venue does not take the price ${price.toString()}: too fine.`;
  }
  return undefined;
}

/** Whether the newest answer has one of the codes. */
const hasCode = ({ transport, profile }: OrderApiContext, codes: readonly string[]): boolean =>
  codesIn(transport.delivery(), profile).some((code) => codes.includes(code));
