import { createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { Core, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import { BOOKS, ORDERS, type Answer, type Dialect, type Incoming } from '../../../testing/loopback.ts';
import { COINS, CONTRACTS, EXCHANGE_INFO } from './published.ts';
import { writePush, type Push } from './write-push.ts';

const SYMBOL = 'BTCUSDT';
const EVENT = 'spot@public.aggre.depth.v3.api.pb@100ms';
const CHANNEL = `${EVENT}@${SYMBOL}`;
const WEEK_MS = 7 * 86_400_000;
const fault = (code: number, msg: string): Answer => ({ status: 400, body: { code, msg } });

/** Signed queries with a receive window, changes in Protocol Buffers, and orders that are acknowledged without our id. */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    'withdrawals',
    'expiringWithdrawals',
    'listableWithdrawals',
    ...ORDERS,
    'listableOrders',
    'marketOrders',
    ...BOOKS,
  ],
  feeIn: 'counter',
  minNotional: '1',
  // It is not known which kind it is.
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  withdrawalFees: 'on top',
  encode: (id) => id.replaceAll('-', ''),
  encodeReference: (id) => id,
  decimals: 8,
  hasReferences: false,
  failureReason: 'The venue reports it failed.',
  operations: {
    'POST /api/v3/capital/withdraw': 'withdraw',
    'POST /api/v3/order': 'placeOrder',
    'GET /api/v3/order': 'findOrder',
    'GET /api/v3/account': 'balances',
  },
  answer(core, request) {
    if (request.path === '/api/v3/exchangeInfo') return { body: EXCHANGE_INFO };
    if (request.path === '/api/v1/contract/detail') return { body: CONTRACTS };
    if (request.path === '/api/v3/depth')
      return { body: { lastUpdateId: core.sequence, ...core.book(), timestamp: Date.now() } };
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(_core, message) {
    const { method, params = [] } = JSON.parse(message) as { method: string; params?: string[] };
    if (method === 'PING') return [{ id: 0, code: 0, msg: 'PONG' }];
    return params[0] === CHANNEL
      ? [{ id: 0, code: 0, msg: CHANNEL }]
      : [{ id: 0, code: 0, msg: `Not Subscribed successfully! [${params[0]}]. Reason: Blocked!` }];
  },
  tell: ({ sequence }, { bids, asks }): Push => ({
    channel: CHANNEL,
    symbol: SYMBOL,
    sendTime: Date.now(),
    depth: { bids, asks, eventType: EVENT, fromVersion: String(sequence), toVersion: String(sequence) },
  }),
  // Answers are texts.
  frame(message) {
    const push = JSON.parse(message) as Push | { readonly msg: string };
    return 'msg' in push ? message : writePush(push);
  },
};

function refusalOf({ headers, query }: Incoming): Answer | undefined {
  const [text = '', signature] = query.split('&signature=');
  if (headers['x-mexc-apikey'] !== KEYS.key) return fault(10072, 'Api key info invalid');
  if (signature !== createHmac('sha256', KEYS.secret).update(text).digest('hex'))
    return fault(700002, 'Signature for this request is not valid.');
  const parameters = new URLSearchParams(text);
  const age = Date.now() - Number(parameters.get('timestamp'));
  return age > Number(parameters.get('recvWindow') ?? 5000) || age < -1000
    ? fault(700003, 'Timestamp for this request is outside of the recvWindow.')
    : undefined;
}

function answerSigned(core: Core, { method, path, query }: Incoming): Answer {
  const input = Object.fromEntries(new URLSearchParams(query));
  switch (`${method} ${path}`) {
    case 'GET /api/v3/account':
      return {
        body: { accountType: 'SPOT', balances: core.assets.map((asset) => showBalance(core, asset)) },
      };
    case 'GET /api/v3/capital/config/getall':
      return { body: COINS };
    case 'GET /api/v3/tradeFee':
      return {
        body: { code: 0, msg: 'success', data: { makerCommission: 0.0008, takerCommission: 0.001 } },
      };
    case 'POST /api/v3/capital/withdraw':
      return withdraw(core, input);
    case 'GET /api/v3/capital/withdraw/history':
      return withdrawalsWithin(core, input);
    case 'POST /api/v3/order':
      return place(core, input);
    case 'GET /api/v3/order':
    case 'DELETE /api/v3/order':
      return findOrCancel(core, method, input);
    case 'GET /api/v3/allOrders':
      return ordersWithin(core, input);
    case 'GET /api/v3/myTrades':
      return {
        body: core.orders
          .filter(({ id }) => id === input['orderId'])
          .flatMap(showTrades)
          .toReversed(),
      };
    default:
      return { status: 404, body: { code: 404, msg: `There is no ${path}.` } };
  }
}

/** The newest first; never more than 1000, and of seven days. */
function ordersWithin(core: Core, { startTime = '0', endTime = '0' }: Record<string, string>): Answer {
  const [start, end] = [Number(startTime), Number(endTime)];
  if (end - start > WEEK_MS) return fault(400, 'The time range is too long');
  const within = core.orders.filter(({ at }) => at >= start && at <= end).toReversed();
  return { body: within.slice(0, 1000).map(showOrder) };
}

function place(core: Core, input: Record<string, string>): Answer {
  const { newClientOrderId = '', side = '', type = '', quantity = '', price } = input;
  const draft = {
    clientId: newClientOrderId,
    side: side === 'BUY' ? ('buy' as const) : ('sell' as const),
    quantity: Decimal.parse(quantity),
    price: price === undefined ? null : Decimal.parse(price),
  };
  const kind = { MARKET: 'market', LIMIT_MAKER: 'post-only', IMMEDIATE_OR_CANCEL: 'ioc' }[type] ?? 'limit';
  let order = core.place({ ...draft, type: kind as CoreOrder['type'] });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault(30004, 'Insufficient position');
  return { body: { symbol: SYMBOL, orderId: order.id, orderListId: -1, transactTime: order.at } };
}

function findOrCancel(core: Core, method: string, { origClientOrderId }: Record<string, string>): Answer {
  const order = core.orders.findLast(({ clientId }) => clientId === origClientOrderId);
  if (!order && method === 'GET') return fault(-2013, 'Order does not exist.');
  if (!order || (method === 'DELETE' && order.status !== 'open')) return fault(-2011, 'Unknown order sent.');
  if (method === 'DELETE') core.cancel(order);
  return { body: showOrder(order) };
}

const TYPES = { limit: 'LIMIT', market: 'MARKET', ioc: 'IMMEDIATE_OR_CANCEL', 'post-only': 'LIMIT_MAKER' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  symbol: SYMBOL,
  orderId: id,
  orderListId: -1,
  clientOrderId: clientId,
  price: price?.toString() ?? '0',
  origQty: quantity.toString(),
  executedQty: filled.toString(),
  cummulativeQuoteQty: '0',
  status:
    status === 'open'
      ? 'NEW'
      : status === 'filled'
        ? 'FILLED'
        : filled.isZero
          ? 'CANCELED'
          : 'PARTIALLY_CANCELED',
  timeInForce: null,
  type: TYPES[type],
  side: side.toUpperCase(),
  time: at,
  updateTime: at,
});

const showTrades = ({ id: orderId, clientId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    symbol: SYMBOL,
    id,
    orderId,
    orderListId: -1,
    price: price.toString(),
    qty: quantity.toString(),
    quoteQty: price.times(quantity).toString(),
    commission: fee.toString(),
    commissionAsset: feeAsset,
    time: at,
    isBuyer: side === 'buy',
    isMaker: false,
    isBestMatch: true,
    clientOrderId: clientId,
  }));

const showBalance = (core: Core, asset: string) => ({
  asset,
  free: core.free(asset).toString(),
  locked: core.locked(asset).toString(),
});

function withdraw(
  core: Core,
  { coin = '', netWork, amount = '', address = '' }: Record<string, string>,
): Answer {
  if (!COINS.some((one) => one.coin === coin && one.networkList[0]?.netWork === netWork))
    return fault(10232, 'currency does not exist');
  const made = core.withdraw({ reference: '', asset: coin, amount, address });
  if (made === 'minimum') return fault(10097, 'The amount is below the minimum.');
  if (typeof made === 'string') return fault(10101, 'Insufficient balance');
  return { body: { id: made.id } };
}

/** The newest first; never more than 1000, and of seven days and a little. */
function withdrawalsWithin(core: Core, { startTime = '0', endTime = '0' }: Record<string, string>): Answer {
  const within = core.withdrawals.filter(({ at }) => at >= Number(startTime) && at <= Number(endTime));
  return { body: within.toReversed().slice(0, 1000).map(showWithdrawal) };
}

const CODES = { processing: 4, failed: 8, completed: 7 };

const showWithdrawal = ({ id, asset, amount, fee, address, state, hash, at }: CoreWithdrawal) => ({
  id,
  txId: hash ? `${hash}:0` : null,
  coin: asset,
  network: asset,
  netWork: asset,
  address,
  amount,
  transferType: 0,
  status: CODES[state],
  transactionFee: fee,
  confirmNo: null,
  applyTime: at,
  remark: '',
  memo: null,
  transHash: hash || null,
  updateTime: at,
});
