import { Decimal } from '../../src/kernel/index.ts';
import { crosses, opposite } from './book.ts';
import { orderOf } from './cancel.ts';
import { enter, type OrderDraft } from './enter.ts';
import { valueOfSweep } from './match.ts';
import { balanceOf } from './move.ts';
import { parseOnGrid } from './parse-amount.ts';
import { Refusal } from './refusal.ts';
import type { Order } from './order.ts';
import { marketOf, type ExchangeState, type Market } from './state.ts';

export interface PlaceInput {
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Order['side'];
  readonly type: Order['type'];
  /** Undefined only for a market order. */
  readonly price?: string;
  readonly quantity: string;
}

/** Places an order of the client. A repeated client order id returns the existing order. */
export function place(state: ExchangeState, input: PlaceInput, at: number): Order {
  const market = marketOf(state, input.symbol);
  const draft = draftOf(state, market, input);
  const known = orderOf(state, input.clientOrderId);
  if (known) {
    if (isSame(known, draft)) return known;
    throw new Refusal('reference_reused', `${input.clientOrderId} is the client order id of another order.`);
  }
  if (draft.quantity.compare(Decimal.parse(market.terms.minSize)) < 0) {
    throw new Refusal('below_minimum', `The quantity is below the minimum of ${market.terms.minSize}.`);
  }
  const { minNotional = '0' } = market.terms;
  if (draft.price && draft.quantity.times(draft.price).compare(Decimal.parse(minNotional)) < 0) {
    throw new Refusal('below_minimum', `Quantity times price is below the minimum of ${minNotional}.`);
  }
  const best = market.book[opposite(draft.side)][0];
  if (draft.type === 'post-only' && best && crosses(draft.side, draft.price, best.price)) {
    throw new Refusal('would_take', 'A post-only order must not trade at once.');
  }
  requireFunds(state, market, draft);
  const order = enter(state, market, draft, at);
  state.orderIdByClientOrderId.set(order.clientOrderId, order.id);
  return order;
}

function draftOf(state: ExchangeState, market: Market, input: PlaceInput): OrderDraft {
  const { clientOrderId, side, type } = input;
  if ((type === 'market') !== (input.price === undefined)) {
    throw new Refusal('invalid_price', 'A market order has no price; every other order has one.');
  }
  const quantity = parseOnGrid('quantity', input.quantity, market.lotSize);
  const price = input.price === undefined ? null : parseOnGrid('price', input.price, market.tickSize);
  const holdPerUnit = price === null ? Decimal.ZERO : side === 'sell' ? ONE : price.times(withFee(state));
  return { account: state.terms.account.code, clientOrderId, side, type, price, quantity, holdPerUnit };
}

const isSame = (known: Order, draft: OrderDraft): boolean =>
  known.side === draft.side &&
  known.type === draft.type &&
  known.price?.toString() === draft.price?.toString() &&
  known.quantity.equals(draft.quantity);

const ONE = Decimal.of(1n);

/** A buyer must be able to pay the higher of the two fees, unless fees are charged in the asset bought. */
function withFee(state: ExchangeState): Decimal {
  if (state.terms.account.feeIn === 'received') return ONE;
  const maker = Decimal.parse(state.terms.account.makerFee);
  const taker = Decimal.parse(state.terms.account.takerFee);
  return ONE.plus(maker.compare(taker) > 0 ? maker : taker);
}

function requireFunds(state: ExchangeState, market: Market, draft: OrderDraft): void {
  const { side, quantity, price, holdPerUnit, account } = draft;
  const asset = side === 'buy' ? market.terms.counter : market.terms.base;
  const needed =
    price !== null
      ? holdPerUnit.times(quantity)
      : side === 'sell'
        ? quantity
        : valueOfSweep(market.book, side, quantity).times(withFee(state));
  const { available } = balanceOf(state, account, asset);
  if (available.compare(needed) >= 0) return;
  throw new Refusal(
    'insufficient_balance',
    `The order needs ${needed.trim().toString()} ${asset}; ${available.toString()} is available.`,
  );
}
