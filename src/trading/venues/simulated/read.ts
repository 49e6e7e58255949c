import { Decimal } from '../../../kernel/index.ts';
import type {
  Counterparty,
  DepositState,
  FeeKind,
  VenueBalance,
  VenueDeposit,
  VenueDescription,
  VenueOrder,
  VenueTrade,
  VenueWithdrawal,
} from '../port/index.ts';
import { reader } from './call.ts';
import {
  AddressAnswer,
  BalancesAnswer,
  DepositsAnswer,
  DescribeAnswer,
  FoundOrderAnswer,
  FoundWithdrawalAnswer,
  OrderAnswer,
  OrdersAnswer,
  ProvidersAnswer,
  TradesAnswer,
  WithdrawalAnswer,
  WithdrawalsAnswer,
  type WireDeposit,
  type WireOrder,
  type WireWithdrawal,
} from './messages.ts';

/** The exchange's answers in the terms of the port. */
const parse = (text: string): Decimal => Decimal.parse(text);

/** A description with what decides how a withdrawal is to be sent. */
export interface Terms {
  readonly description: VenueDescription;
  readonly feeKind: FeeKind;
  /** Whether withdrawals must say who receives them. */
  readonly asksBeneficiary: boolean;
}

export const readTerms = reader(DescribeAnswer, (answer): Terms => ({
  description: descriptionOf(answer),
  feeKind: answer.account.withdrawalFees ?? 'on top',
  asksBeneficiary: answer.account.asksBeneficiary ?? false,
}));

function descriptionOf({ name, account, symbols, assets }: DescribeAnswer): VenueDescription {
  return {
    name,
    accounts: [
      {
        code: account.code,
        makerFee: parse(account.makerFee),
        takerFee: parse(account.takerFee),
        feeIn: account.feeIn ?? 'counter',
      },
    ],
    symbols: symbols.map(({ code, tickSize, lotSize, minSize, minNotional = '0' }) => ({
      code,
      tickSize: parse(tickSize),
      lotSize: parse(lotSize),
      minSize: parse(minSize),
      minNotional: parse(minNotional),
    })),
    assets: assets.map((asset) => ({
      ...asset,
      minWithdrawal: parse(asset.minWithdrawal),
      networks: asset.networks.map(({ withdrawalFee = '0', ...network }) => ({
        ...network,
        withdrawalFee: parse(withdrawalFee),
      })),
    })),
  };
}

export const readBalances = reader(BalancesAnswer, ({ balances }): VenueBalance[] =>
  balances.map(({ asset, available, locked, withdrawing, depositing }) => ({
    asset,
    available: parse(available),
    locked: parse(locked),
    withdrawing: parse(withdrawing),
    depositing: parse(depositing),
  })),
);

export const readWithdrawal = reader(WithdrawalAnswer, ({ withdrawal }) => withdrawalOf(withdrawal));
export const readFoundWithdrawal = reader(FoundWithdrawalAnswer, ({ withdrawal }) =>
  withdrawal ? withdrawalOf(withdrawal) : null,
);
export const readOrder = reader(OrderAnswer, ({ order }) => orderOf(order));
export const readFoundOrder = reader(FoundOrderAnswer, ({ order }) => (order ? orderOf(order) : null));

export const readWithdrawals = reader(WithdrawalsAnswer, ({ withdrawals, next }) => ({
  rows: withdrawals.map(withdrawalOf),
  next,
}));
export const readDeposits = reader(DepositsAnswer, ({ deposits, next }) => ({
  rows: deposits.map(depositOf),
  next,
}));
export const readProviders = reader(ProvidersAnswer, ({ providers }): Counterparty[] =>
  providers.map(({ id, name }) => ({ id, name })),
);
export const readAddress = reader(AddressAnswer, ({ network, address, tag }) => ({ network, address, tag }));
export const readOrders = reader(OrdersAnswer, ({ orders, next }) => ({ rows: orders.map(orderOf), next }));

export const readTrades = reader(TradesAnswer, ({ trades }): VenueTrade[] =>
  trades.map(({ id, price, quantity, fee, feeAsset, liquidity, tradedAt }) => ({
    venueTradeId: id,
    price: parse(price),
    quantity: parse(quantity),
    fee: parse(fee),
    feeAsset,
    liquidity,
    tradedAt: new Date(tradedAt),
  })),
);

function withdrawalOf(wire: WireWithdrawal): VenueWithdrawal {
  const { id, reference, asset, amount, fee, status, hash, failureReason, inquiry = null } = wire;
  return {
    venueTransferId: id,
    reference,
    asset,
    amount: parse(amount),
    fee: fee === undefined ? null : parse(fee),
    status,
    hash,
    internalId: null,
    failureReason,
    ...(inquiry !== null && {
      waitsFor: `The exchange wants to know more before it pays: ${inquiry} Answer there.`,
    }),
  };
}

const DEPOSIT_STATES: ReadonlyMap<string, DepositState> = new Map(
  (['pending', 'locked', 'information', 'credited', 'rejected'] as const).map((state) => [state, state]),
);

function depositOf({ id, amount, status, createdAt, ...wire }: WireDeposit): VenueDeposit {
  const { asset, network, address, tag, hash } = wire;
  return {
    venueDepositId: id,
    asset,
    amount: parse(amount),
    fee: null,
    network,
    address,
    tag,
    hash,
    output: null,
    internalId: null,
    state: DEPOSIT_STATES.get(status) ?? 'unknown',
    venueStatus: status,
    createdAt: new Date(createdAt),
  };
}

function orderOf({
  id,
  clientOrderId,
  symbol,
  side,
  type,
  price,
  quantity,
  filled,
  status,
}: WireOrder): VenueOrder {
  return {
    venueOrderId: id,
    clientOrderId,
    symbol,
    side,
    type,
    price: price === null ? null : parse(price),
    quantity: parse(quantity),
    filled: parse(filled),
    status,
  };
}
