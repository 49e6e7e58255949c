import { Type } from 'typebox';
import {
  AddressRequest,
  ListRequest,
  OrderReference,
  PlaceOrderRequest,
  WithdrawalReference,
  WithdrawRequest,
} from './messages.ts';
import type { Operation } from './protocol.ts';
import { orderOf } from './engine/cancel.ts';
import { depositAddress } from './engine/deposit-address.ts';
import { Refusal } from './engine/refusal.ts';
import { withdrawalOf } from './engine/transfer.ts';
import type { Exchange } from './open.ts';
import { route, type Route } from './route.ts';
import { showBalances, showDeposit, showOrder, showTerms, showTrade, showWithdrawal } from './show.ts';

/** The context of a call. */
export interface Counter {
  readonly exchange: Exchange;
  readonly withdrawalDelayMs: number;
  /** Why a withdrawal will fail later. */
  readonly fate: string | null;
}

const PAGE = 500;

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
  listWithdrawals: route(ListRequest, ({ exchange: { state } }, { since, after }) => {
    const all = [...state.transfers.values()].filter(
      ({ kind, acceptedAt }) => kind === 'withdrawal' && acceptedAt >= Number(since),
    );
    const { page, next } = pageOf(all, after);
    return { withdrawals: page.map(showWithdrawal), next };
  }),
  listDeposits: route(ListRequest, ({ exchange: { state } }, { since, after }) => {
    const all = [...state.transfers.values()].filter(
      ({ kind, acceptedAt, shown }) =>
        kind === 'deposit' && shown !== 'nothing' && acceptedAt >= Number(since),
    );
    const { page, next } = pageOf(all, after);
    return { deposits: page.map(showDeposit), next };
  }),
  providers: route(Nothing, ({ exchange: { state } }) => ({
    providers: state.terms.account.asksBeneficiary?.providers ?? [],
  })),
  depositAddress: route(AddressRequest, ({ exchange: { state } }, place) => depositAddress(state, place)),
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
  listOrders: route(ListRequest, ({ exchange: { state } }, { since, after }) => {
    const all = [...state.orderIdByClientOrderId.values()]
      .flatMap((id) => state.orders.get(id) ?? [])
      .filter(({ placedAt }) => placedAt >= Number(since));
    const { page, next } = pageOf(all, after);
    return { orders: page.map(showOrder), next };
  }),
  trades: route(OrderReference, ({ exchange: { state } }, { clientOrderId }) => {
    const order = orderOf(state, clientOrderId);
    if (!order) throw new Refusal('unknown_order', `There is no order ${clientOrderId}.`);
    return { trades: (state.trades.get(order.id) ?? []).map(showTrade) };
  }),
};

/** The records after the one with this id, and the id to ask for the next page with; null on the last page. */
function pageOf<T extends { readonly id: string }>(all: readonly T[], after: string | undefined) {
  const first = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const page = all.slice(first, first + PAGE);
  return { page, next: first + PAGE < all.length ? (page.at(-1)?.id ?? null) : null };
}
