import { Type } from 'typebox';
import { OrderReference, PlaceOrderRequest, WithdrawalReference, WithdrawRequest } from './messages.ts';
import type { Operation } from './protocol.ts';
import { orderOf } from './engine/cancel.ts';
import { Refusal } from './engine/refusal.ts';
import { withdrawalOf } from './engine/transfer.ts';
import type { Exchange } from './open.ts';
import { route, type Route } from './route.ts';
import { showBalances, showOrder, showTerms, showTrade, showWithdrawal } from './show.ts';

/** The context of a call. */
export interface Counter {
  readonly exchange: Exchange;
  readonly withdrawalDelayMs: number;
  /** Why a withdrawal will fail later. */
  readonly fate: string | null;
}

const Nothing = Type.Object({}, { additionalProperties: false });

/** The operations of the protocol. */
export const ROUTES: Readonly<Record<Operation, Route<Counter>>> = {
  describe: route(Nothing, ({ exchange }) => showTerms(exchange.state)),
  balances: route(Nothing, ({ exchange }) => showBalances(exchange.state)),
  withdraw: route(WithdrawRequest, ({ exchange, withdrawalDelayMs, fate }, request) => ({
    withdrawal: showWithdrawal(
      exchange.execute('withdraw', { ...request, delayMs: withdrawalDelayMs, fate }),
    ),
  })),
  findWithdrawal: route(WithdrawalReference, ({ exchange: { state } }, by) => {
    const found = 'id' in by ? state.transfers.get(by.id) : withdrawalOf(state, by.reference);
    if (found?.kind === 'withdrawal') return { withdrawal: showWithdrawal(found) };
    if ('reference' in by) return { withdrawal: null };
    throw new Refusal('unknown_withdrawal', `There is no withdrawal ${by.id}.`);
  }),
  placeOrder: route(PlaceOrderRequest, ({ exchange }, request) => ({
    order: showOrder(exchange.execute('place', request)),
  })),
  cancelOrder: route(OrderReference, ({ exchange }, request) => ({
    order: showOrder(exchange.execute('cancel', request)),
  })),
  findOrder: route(OrderReference, ({ exchange: { state } }, { clientOrderId }) => {
    const found = orderOf(state, clientOrderId);
    return { order: found ? showOrder(found) : null };
  }),
  trades: route(OrderReference, ({ exchange: { state } }, { clientOrderId }) => {
    const order = orderOf(state, clientOrderId);
    if (!order) throw new Refusal('unknown_order', `There is no order ${clientOrderId}.`);
    return { trades: (state.trades.get(order.id) ?? []).map(showTrade) };
  }),
};
