import { setTimeout as sleep } from 'node:timers/promises';
import { OrderNotFound, type Exchange, type MarketInterface } from 'ccxt';
import type { Decimal } from '../../../kernel/index.ts';
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
} from '../port.ts';
import { decimal } from './describe.ts';
import { isWithin, type Desk } from './desk.ts';
import { ensureMarkets } from './ensure-markets.ts';
import { codesIn } from './explain.ts';
import type { OrderQuery, Profile, WireOrder } from './profile.ts';
import { toOrder, toTrade } from './read-order.ts';
import { isJson } from './travel.ts';

/** How long to wait before each question for an order that was only acknowledged: some venues show it late. */
const SHOW_AFTER_MS = [0, 50, 100, 200, 400];

/** With what is particular to the exchange. */
export interface OrderDeskContext extends Desk {
  readonly profile: Profile;
}

/** Sends an order; price and quantity go out digit for digit or not at all. */
export async function place(
  desk: OrderDeskContext,
  request: OrderRequest,
  { deadline }: Call,
): Promise<Outcome<VenueOrder>> {
  const { exchange, travel, now, profile } = desk;
  const terms = profile.orders;
  try {
    await ensureMarkets(exchange);
  } catch (error) {
    // Whatever the exchange says to this, it has not seen the order.
    return notSent((error as Error).message);
  }
  const { clientOrderId, symbol, side, type, quantity } = request;
  const price = request.type === 'market' ? undefined : request.price;
  const market = marketOf(exchange, symbol);
  if (!market) return refused('symbol', `The venue has no market ${symbol}.`);
  if (!terms.types.includes(type)) return refused('type', `The venue takes no ${type} orders.`);
  const coarse = coarseOf(exchange, market.symbol, quantity, price);
  if (coarse !== undefined) return refused('precision', coarse);
  if (deadline.getTime() - now().getTime() < (terms.shortestMs ?? 0)) {
    return notSent('The deadline is too near for the venue.');
  }
  const id = terms.ids.encode(clientOrderId);
  const values = { id, amount: quantity, ...(price && { price }), side: [side], symbol: market.id ?? '' };
  let sent;
  try {
    sent = await travel.guard({ values, names: terms.names }, () =>
      exchange.createOrder(
        market.symbol,
        type === 'market' ? 'market' : 'limit',
        side,
        quantity.toString() as unknown as number,
        price?.toString() as unknown as number,
        terms.parameters(type, id, deadline),
      ),
    );
  } catch (error) {
    if (hasCode(desk, terms.duplicateCodes)) {
      return unknown('The venue may have an order of this id already.');
    }
    throw error;
  }
  const order = sent.clientOrderId === id ? toOrder(sent, clientOrderId) : undefined;
  if (order) return answered(order);
  // Some venues only acknowledge an order, and some without our id: it counts once they show it by that id.
  const sought = { clientOrderId, symbol, since: now(), venueOrderId: null };
  for (const waitMs of SHOW_AFTER_MS) {
    await sleep(waitMs);
    const shown = await find(desk, sought).catch(() => undefined);
    if (shown?.kind === 'answered' && shown.value) return answered(shown.value);
  }
  return unknown('The venue took the order and does not show it yet.');
}

/** Null only when everything the exchange may know was asked, and goes back far enough. */
export async function find(desk: OrderDeskContext, sought: SoughtOrder): Promise<Outcome<VenueOrder | null>> {
  await ensureMarkets(desk.exchange);
  const order = wireOf(desk, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  for (const query of desk.profile.orders.queries) {
    const shown = await ask(desk, query, order);
    const own = shown?.find(({ clientOrderId }) => clientOrderId === order.id);
    if (!shown || (!own && !query.isList && shown.length > 0)) {
      return unknown('The venue answered in a form that it does not have, or with another order.');
    }
    if (!own) continue;
    const read = toOrder(own, sought.clientOrderId);
    return read ? answered(read) : unknown('The venue shows the order in a form that it does not have.');
  }
  if (coversAll(desk.profile.orders.queries, sought.since, desk.now())) return answered(null);
  const since = sought.since.toISOString();
  return refused('too_old', `It does not look back to ${since}, when the order may have been sent.`);
}

async function ask(desk: OrderDeskContext, query: OrderQuery, order: WireOrder) {
  const { orders: terms } = desk.profile;
  try {
    const shown = await query.ask(desk.exchange, order);
    return isJson(desk.travel.fate()) ? shown : undefined;
  } catch (error) {
    if (error instanceof OrderNotFound && hasCode(desk, terms.absentCodes)) return [];
    throw error;
  }
}

function coversAll(queries: readonly OrderQuery[], since: Date, now: Date): boolean {
  const covers = (what: 'tradedMs' | 'untradedMs'): boolean =>
    queries.some(({ covers }) => isWithin(since, covers[what] ?? 0, now));
  return queries.some(({ covers }) => covers.open) && covers('tradedMs') && covers('untradedMs');
}

export async function cancel(desk: OrderDeskContext, sought: SoughtOrder): Promise<Outcome<VenueOrder>> {
  await ensureMarkets(desk.exchange);
  const order = wireOf(desk, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  try {
    await desk.profile.orders.cancel(desk.exchange, order);
  } catch (error) {
    // It may have ended already: only a question by id says what became of it.
    const hasEnded = hasCode(desk, desk.profile.orders.endedCodes ?? []);
    if (!(error instanceof OrderNotFound) && !hasEnded) throw error;
  }
  const found = await find(desk, sought);
  if (found.kind !== 'answered') return found;
  return found.value ? answered(found.value) : refused('unknown_order', 'The venue has no such order.');
}

export async function trades(
  desk: OrderDeskContext,
  sought: SoughtOrder,
): Promise<Outcome<readonly VenueTrade[]>> {
  await ensureMarkets(desk.exchange);
  const order = wireOf(desk, sought);
  if (!order) return refused('symbol', `The venue has no market ${sought.symbol}.`);
  let orderId = sought.venueOrderId;
  if (orderId === null) {
    const found = await find(desk, sought);
    if (found.kind !== 'answered') return found;
    if (!found.value) return answered([]);
    orderId = found.value.venueOrderId;
  }
  const all = await desk.profile.orders.trades(desk.exchange, { ...order, orderId });
  const own = all.filter((trade) => trade.order === orderId).map(toTrade);
  if (own.includes(undefined)) return unknown('The venue shows a trade in a form that it does not have.');
  return answered(
    own.flatMap((trade) => trade ?? []).sort((a, b) => a.tradedAt.getTime() - b.tradedAt.getTime()),
  );
}

const marketOf = (exchange: Exchange, symbol: string): MarketInterface | undefined => {
  const market = exchange.markets?.[symbol.replace('-', '/')] as MarketInterface | undefined;
  return market?.spot ? market : undefined;
};

function wireOf(
  { exchange, profile }: OrderDeskContext,
  { clientOrderId, symbol, since }: SoughtOrder,
): WireOrder | undefined {
  const market = marketOf(exchange, symbol);
  return market && { id: profile.orders.ids.encode(clientOrderId), symbol: market.symbol, since };
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
const hasCode = ({ travel, profile }: OrderDeskContext, codes: readonly string[]): boolean =>
  codesIn(travel.fate(), profile).some((code) => codes.includes(code));
