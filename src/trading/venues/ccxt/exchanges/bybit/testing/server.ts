import { createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { BookChange, Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  rowsAfter,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { COINS, INSTRUMENTS } from './published.ts';

const SYMBOL = 'BTCUSDT';
const result = (value: unknown): Answer => ({
  body: { retCode: 0, retMsg: 'OK', result: value, retExtInfo: {}, time: Date.now() },
});
const fault = (retCode: number, retMsg: string): Answer => ({
  body: { retCode, retMsg, result: {}, retExtInfo: {}, time: Date.now() },
});

/** Orders are only acknowledged, an id is never taken twice, and withdrawals do not show the id of their request. */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    'withdrawals',
    'expiringWithdrawals',
    'listableWithdrawals',
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'listableOrders',
    ...BOOKS,
  ],
  feeIn: 'received',
  minNotional: '5',
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  encode: (id) => id,
  failureReason: 'The venue reports it failed.',
  hasReferences: false,
  deposits: { states: ['pending', 'locked', 'information', 'credited', 'rejected'] },
  operations: {
    'GET /v5/asset/deposit/query-record': 'listDeposits',
    'POST /v5/asset/withdraw/create': 'withdraw',
    'POST /v5/order/create': 'placeOrder',
    'GET /v5/order/realtime': 'findOrder',
    'GET /v5/account/wallet-balance': 'balances',
  },
  answer(core, request) {
    if (request.path === '/v5/market/instruments-info')
      return result({ category: 'spot', list: INSTRUMENTS, nextPageCursor: '' });
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    const { op } = JSON.parse(message) as { op: string };
    const reply = { success: true, ret_msg: op === 'ping' ? 'pong' : '', conn_id: '1', op };
    return op === 'subscribe' ? [reply, push('snapshot', core, core.book())] : [reply];
  },
  tell: (core, change) => push('delta', core, change),
};

/** The same, where an order is shown only after so many questions for orders. */
export function showingLate(questions: number): Dialect {
  let asked = 0;
  return {
    ...dialect,
    answer(core, request) {
      const hides = request.path === '/v5/order/realtime' && (asked += 1) <= questions;
      return hides ? result({ category: 'spot', list: [] }) : dialect.answer(core, request);
    },
  };
}

const push = (type: string, { sequence }: Core, { bids, asks }: BookChange) => ({
  topic: `orderbook.200.${SYMBOL}`,
  type,
  ts: Date.now(),
  data: { s: SYMBOL, b: bids, a: asks, u: sequence, seq: sequence * 7 },
  cts: Date.now(),
});

function refusalOf({ signed, headers }: Incoming): Answer | undefined {
  const at = String(headers['x-bapi-timestamp']);
  const window = String(headers['x-bapi-recv-window']);
  const own = createHmac('sha256', KEYS.secret).update(at + KEYS.key + window + signed);
  if (headers['x-bapi-api-key'] !== KEYS.key) return fault(10003, 'API key is invalid.');
  if (headers['x-bapi-sign'] !== own.digest('hex')) return fault(10004, 'error sign! origin_string[...]');
  const age = Date.now() - Number(at);
  return age > Number(window) || age < -1000
    ? fault(10002, 'invalid request, please check your server timestamp or recv_window param')
    : undefined;
}

function answerSigned(core: Core, { method, path, signed }: Incoming): Answer {
  const input = (
    method === 'GET' ? Object.fromEntries(new URLSearchParams(signed)) : JSON.parse(signed)
  ) as Record<string, string>;
  // An empty id does not filter: every order of the symbol is shown.
  const id = input['orderLinkId'] || undefined;
  const own = core.orders.filter(({ clientId }) => id === undefined || clientId === id);
  switch (`${method} ${path}`) {
    case 'GET /v5/account/wallet-balance':
      return result({
        list: [{ accountType: 'UNIFIED', coin: core.assets.map((asset) => showBalance(core, asset)) }],
      });
    case 'GET /v5/asset/coin/query-info':
      return result({ rows: COINS });
    case 'GET /v5/user/query-api': {
      const { trade, withdraw: mayWithdraw, isBound } = core.permissions;
      const permissions = {
        Spot: trade ? ['SpotTrade'] : [],
        Wallet: ['AccountTransfer', ...(mayWithdraw ? ['Withdraw'] : [])],
      };
      return result({ readOnly: 0, permissions, ips: [isBound ? '192.0.2.1' : '*'], uta: 1 });
    }
    case 'GET /v5/account/fee-rate':
      return input['category'] === 'spot'
        ? result({ list: [{ symbol: SYMBOL, takerFeeRate: '0.001', makerFeeRate: '0.0008' }] })
        : fault(10001, 'Illegal category');
    case 'POST /v5/asset/withdraw/create':
      return withdraw(core, input);
    case 'GET /v5/asset/withdraw/query-record': {
      const { withdrawID, startTime = 0, limit = 50, cursor } = input;
      const all = core.withdrawals
        .filter(({ id, at }) => (withdrawID ?? id) === id && at >= Number(startTime))
        .toReversed();
      const rest = cursor === undefined ? all : rowsAfter(all, ({ id }) => id === cursor);
      const rows = rest.slice(0, Number(limit));
      const nextPageCursor = rest.length > rows.length ? rows.at(-1)?.id : '';
      return result({ rows: rows.map(showWithdrawal), nextPageCursor });
    }
    case 'GET /v5/asset/deposit/query-address':
      if (faultIn(input, () => ({ coin: oneOf('ETH'), chainType: oneOf('ETH') })) !== undefined)
        return fault(131001, 'Parameter error');
      return result({
        coin: input['coin'],
        chains: [
          {
            chainType: 'Ethereum',
            chain: input['chainType'],
            addressDeposit: core.address,
            tagDeposit: '',
            batchReleaseLimit: '-1',
          },
        ],
      });
    case 'GET /v5/asset/deposit/query-record': {
      const { startTime = 0, endTime = 0, limit = 50, cursor } = input;
      if (Number(endTime) - Number(startTime) >= 30 * 86_400_000) return fault(10001, 'Illegal time range');
      const rest = rowsAfter(core.depositsSince(Number(startTime)), ({ id }) => id === cursor);
      const rows = rest.slice(0, Number(limit));
      const nextPageCursor = rest.length > rows.length ? rows.at(-1)?.id : '';
      return result({ rows: rows.map(showDeposit), nextPageCursor });
    }
    case 'GET /v5/asset/deposit/query-internal-record':
      return result({ rows: [], nextPageCursor: '' });
    case 'POST /v5/order/create':
      return place(core, input);
    case 'GET /v5/order/realtime':
      return listed(
        input,
        own.filter(({ status }) => status === 'open'),
      );
    case 'GET /v5/order/history':
      return listed(
        input,
        own.filter(({ status }) => status !== 'open'),
      );
    case 'POST /v5/order/cancel':
      return cancel(core, own[0]);
    case 'GET /v5/execution/list':
      return pageOfTrades(core, input);
    default:
      return { status: 404, body: '' };
  }
}

const SEVEN_DAYS_MS = 7 * 86_400_000;

/** The newest first; never more than 50, and never of more than seven days. */
function listed(input: Record<string, string>, orders: readonly CoreOrder[]): Answer {
  const { category, symbol, startTime = 0, endTime = Infinity, limit = 20, cursor } = input;
  if (category !== 'spot' || symbol !== SYMBOL) return fault(10001, 'params error: category or symbol');
  if (endTime !== Infinity && Number(endTime) - Number(startTime) > SEVEN_DAYS_MS)
    return fault(10001, 'The time range must be within 7 days.');
  const within = orders.filter(({ at }) => at >= Number(startTime) && at <= Number(endTime)).toReversed();
  const rest = rowsAfter(within, ({ id }) => id === cursor);
  const rows = rest.slice(0, Math.min(Number(limit), 50));
  const nextPageCursor = rest.length > rows.length ? rows.at(-1)?.id : '';
  return result({ category: 'spot', list: rows.map(showOrder), nextPageCursor });
}

/** The newest first; never more than 100, of seven days at most, and a cursor even after the last page. */
function pageOfTrades(core: Core, { orderId, startTime, endTime, cursor }: Record<string, string>): Answer {
  const start = Number(startTime ?? Date.now() - SEVEN_DAYS_MS);
  const end = Number(endTime ?? start + SEVEN_DAYS_MS);
  if (end - start > SEVEN_DAYS_MS) return fault(10001, 'The time range must be within 7 days.');
  const trades = core.orders
    .filter(({ id }) => id === orderId)
    .flatMap(showTrades)
    .filter(({ execTime }) => Number(execTime) >= start && Number(execTime) <= end);
  const list = rowsAfter(trades.toReversed(), ({ execId }) => execId === cursor).slice(0, 100);
  return result({ list, nextPageCursor: list.at(-1)?.execId ?? 'end' });
}

function place(core: Core, input: Record<string, string>): Answer {
  const { orderLinkId = '', side, timeInForce = 'GTC', qty = '', price = '' } = input;
  if (!/^[\w-]{1,36}$/.test(orderLinkId)) return fault(10001, 'params error: orderLinkId invalid');
  if (core.orders.some(({ clientId }) => clientId === orderLinkId))
    return fault(170141, 'Duplicate clientOrderId.');
  const draft = {
    clientId: orderLinkId,
    side: side === 'Buy' ? 'buy' : 'sell',
    type: timeInForce === 'IOC' ? 'ioc' : timeInForce === 'PostOnly' ? 'post-only' : 'limit',
    quantity: Decimal.parse(qty),
    price: Decimal.parse(price),
  } as const;
  let order = core.place(draft);
  if (order === 'wouldTake') {
    // It is acknowledged, and ends without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault(170131, 'Insufficient balance.');
  return result({ orderId: order.id, orderLinkId });
}

function cancel(core: Core, order: CoreOrder | undefined): Answer {
  if (!order) return fault(170213, 'Order does not exist.');
  if (order.status === 'filled') return fault(170139, 'Order has been filled.');
  if (order.status === 'cancelled') return fault(170142, 'Order has been canceled.');
  core.cancel(order);
  return result({ orderId: order.id, orderLinkId: order.clientId });
}

const STATES = { open: 'New', filled: 'Filled', cancelled: 'Cancelled' };
const TIMES = { ioc: 'IOC', 'post-only': 'PostOnly', limit: 'GTC', market: 'IOC' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  orderId: id,
  orderLinkId: clientId,
  symbol: SYMBOL,
  side: side === 'buy' ? 'Buy' : 'Sell',
  orderType: type === 'market' ? 'Market' : 'Limit',
  timeInForce: TIMES[type],
  price: price?.toString() ?? '',
  qty: quantity.toString(),
  cumExecQty: filled.toString(),
  cumExecValue: '',
  leavesQty: quantity.minus(filled).toString(),
  avgPrice: '',
  orderStatus: STATES[status],
  isLeverage: '0',
  createdTime: String(at),
  updatedTime: String(at),
});

const showTrades = ({ id: orderId, clientId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    symbol: SYMBOL,
    orderId,
    orderLinkId: clientId,
    execId: id,
    side: side === 'buy' ? 'Buy' : 'Sell',
    execPrice: price.toString(),
    execQty: quantity.toString(),
    execValue: price.times(quantity).toString(),
    execFee: fee.toString(),
    feeCurrency: feeAsset,
    feeRate: '0.001',
    execType: 'Trade',
    isMaker: false,
    execTime: String(at),
  }));

const showBalance = (core: Core, coin: string) => ({
  coin,
  walletBalance: core.free(coin).plus(core.locked(coin)).toString(),
  availableToWithdraw: '',
  locked: core.locked(coin).toString(),
  totalOrderIM: '0',
  totalPositionIM: '0',
  borrowAmount: '0',
  accruedInterest: '0',
});

const requests = new WeakMap<Core, Set<string>>();

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { coin = '', chain, amount = '', address = '', requestId = '', accountType, feeType = 0 } = input;
  if (!/^[a-zA-Z0-9]{1,32}$/.test(requestId)) return fault(131002, 'Parameter error: requestId');
  const seen = requests.get(core) ?? new Set();
  if (seen.has(requestId)) return fault(131002, 'Duplicate requestId');
  if (accountType !== 'UTA' || !COINS.some((one) => one.coin === coin && one.chains[0]?.chain === chain))
    return fault(131002, 'Parameter error: chain or accountType');
  // With another type, the fee comes out of the amount.
  const kind = Number(feeType) === 0 ? 'on top' : 'inside';
  const fee = { ...core.withdrawalFee, kind } as const;
  const made = core.withdraw({ reference: '', asset: coin, amount, address }, fee);
  if (made === 'minimum')
    return fault(131096, 'Withdraw amount does not satisfy the lower limit or upper limit');
  if (typeof made === 'string')
    return fault(131085, 'Withdrawal amount is greater than your available balance');
  requests.set(core, seen.add(requestId));
  return result({ id: made.id });
}

const CODES = { processing: 'Pending', failed: 'Fail', completed: 'success' };

const showWithdrawal = ({
  id,
  asset,
  amount,
  fee,
  address,
  state,
  hash,
  isInternal,
  at,
}: CoreWithdrawal) => ({
  coin: asset,
  chain: asset,
  amount,
  txID: hash,
  status: CODES[state],
  toAddress: address,
  tag: '',
  withdrawFee: fee,
  createTime: String(at),
  updateTime: String(at),
  withdrawId: id,
  withdrawType: isInternal ? 1 : 0,
});

const DEPOSIT_CODES = { pending: 1, locked: 10012, information: 3, credited: 3, rejected: 4 };

/** One that is not credited has no time. */
const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  id,
  coin: asset,
  chain: asset,
  amount,
  txID: hash,
  txIndex: '0',
  status: DEPOSIT_CODES[state],
  depositType: state === 'information' ? '20' : '0',
  toAddress: address,
  tag: '',
  depositFee: '',
  successAt: state === 'credited' ? String(at) : '0',
});
