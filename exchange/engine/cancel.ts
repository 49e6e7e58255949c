import { withdrawFromBook } from './enter.ts';
import { Refusal } from './refusal.ts';
import type { Order } from './order.ts';
import { marketOf, type ExchangeState } from './state.ts';

/** Cancels the rest of an order; a finished order is returned unchanged. */
export function cancel(state: ExchangeState, input: { readonly clientOrderId: string }): Order {
  const order = orderOf(state, input.clientOrderId);
  if (!order)
    throw new Refusal('unknown_order', `There is no order with the client order id ${input.clientOrderId}.`);
  if (order.status === 'open') withdrawFromBook(state, marketOf(state, order.symbol), order);
  return order;
}

export function orderOf(state: ExchangeState, clientOrderId: string): Order | undefined {
  return state.orders.get(state.orderIdByClientOrderId.get(clientOrderId) ?? '');
}
