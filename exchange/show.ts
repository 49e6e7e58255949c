import { published } from './engine/book.ts';
import { balanceOf } from './engine/move.ts';
import type { Judgement } from './engine/deposit.ts';
import type { Order } from './engine/order.ts';
import { marketOf, type ExchangeState, type Trade, type Transfer } from './engine/state.ts';

export type WireOrder = ReturnType<typeof showOrder>;
export type WireTrade = ReturnType<typeof showTrade>;

// Every value is copied as text at once, because the state keeps changing.

export function showOrder(order: Order) {
  const { id, clientOrderId, symbol, side, type, status } = order;
  const price = order.price?.toString() ?? null;
  const [quantity, filled] = [order.quantity.toString(), order.filled.toString()];
  return { id, clientOrderId, symbol, side, type, price, quantity, filled, status };
}

export function showTrade(trade: Trade) {
  const { id, feeAsset, liquidity, tradedAt } = trade;
  const [price, quantity, fee] = [trade.price.toString(), trade.quantity.toString(), trade.fee.toString()];
  return { id, price, quantity, fee, feeAsset, liquidity, tradedAt };
}

export function showWithdrawal(transfer: Transfer) {
  const { id, asset, status, hash, failureReason } = transfer;
  const amount = transfer.amount.toString();
  const fee = transfer.fee?.toString() ?? '0';
  const inquiry = transfer.inquiry ?? null;
  return {
    id,
    reference: transfer.reference ?? '',
    asset,
    amount,
    fee,
    status,
    hash,
    failureReason,
    inquiry,
  };
}

export function showDeposit(transfer: Transfer) {
  const { id, asset, destination, acceptedAt } = transfer;
  const hash = transfer.shown === 'no transaction' ? null : transfer.hash;
  const chain = destination?.kind === 'blockchain' ? destination : undefined;
  return {
    id,
    asset,
    amount: transfer.amount.toString(),
    network: chain?.network ?? null,
    address: chain?.address ?? null,
    tag: chain?.tag ?? null,
    hash,
    status: judgementOf(transfer),
    createdAt: acceptedAt,
  };
}

function judgementOf({ status, hold }: Transfer): Judgement {
  if (status === 'completed') return 'credited';
  if (status === 'failed') return 'rejected';
  return hold ?? 'pending';
}

export function showBalances(state: ExchangeState) {
  const balances = state.terms.assets.map(({ code }) => {
    const { available, locked, withdrawing, depositing } = balanceOf(state, state.terms.account.code, code);
    return {
      asset: code,
      available: available.toString(),
      locked: locked.toString(),
      withdrawing: withdrawing.toString(),
      depositing: depositing.toString(),
    };
  });
  return { balances };
}

export function showTerms({ terms }: ExchangeState) {
  const { asksBeneficiary, ...account } = terms.account;
  return {
    name: terms.displayName,
    account: {
      feeIn: 'counter',
      withdrawalFees: 'on top',
      ...account,
      asksBeneficiary: asksBeneficiary !== undefined,
    },
    symbols: terms.markets.map(({ base, counter, tickSize, lotSize, minSize, minNotional = '0' }) => ({
      code: `${base}-${counter}`,
      tickSize,
      lotSize,
      minSize,
      minNotional,
    })),
    assets: terms.assets.map(({ code, precision, minWithdrawal, networks }) => ({
      code,
      precision,
      minWithdrawal,
      networks,
    })),
  };
}

export function showBook(state: ExchangeState, symbol: string) {
  const { book } = marketOf(state, symbol);
  return { symbol, sequence: book.sequence, bids: published(book.buy), asks: published(book.sell) };
}

/** The complete books of the exchange: accounts, orders, trades, transfers and order books. */
export function showEverything(state: ExchangeState) {
  return {
    ticks: state.ticks,
    accounts: Object.fromEntries(
      [...state.accounts].map(([account, balances]) => [account, Object.fromEntries(balances)]),
    ),
    orders: [...state.orderIdByClientOrderId.values()].flatMap((id) => state.orders.get(id) ?? []),
    trades: [...state.trades.values()].flat(),
    transfers: [...state.transfers.values()],
    books: [...state.markets.keys()].map((symbol) => showBook(state, symbol)),
  };
}
