import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { BookChange, Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  rowsAfter,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { COINS, coinsFor, SYMBOLS } from './published.ts';

const WINDOW_MS = 30_000;
const SYMBOL = 'BTCUSDT';
const data = (value: unknown): Answer => ({ body: { code: '00000', msg: 'success', data: value } });
const fault = (code: string, msg: string): Answer => ({ status: 400, body: { code, msg, data: null } });

/** Compulsory networks and times, and a checksum over 25 levels as the only proof of a whole book. */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    ...WITHDRAWALS,
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'listableOrders',
    ...BOOKS,
  ],
  feeIn: 'received',
  minNotional: '1',
  withdrawalFee: { kind: 'inside', fee: '0.0005' },
  encode: (id) => id.replaceAll('-', ''),
  failureReason: 'The venue reports it failed.',
  deposits: { states: ['pending', 'credited', 'rejected'] },
  operations: {
    'GET /api/v2/spot/wallet/deposit-records': 'listDeposits',
    'POST /api/v2/spot/wallet/withdrawal': 'withdraw',
    'GET /api/v2/spot/wallet/withdrawal-records': 'findWithdrawal',
    'POST /api/v2/spot/trade/place-order': 'placeOrder',
    'GET /api/v2/spot/trade/orderInfo': 'findOrder',
    'GET /api/v2/spot/account/assets': 'balances',
  },
  answer(core, request) {
    switch (request.path) {
      case '/api/v2/spot/public/symbols':
        return data(SYMBOLS);
      case '/api/v2/spot/public/coins': {
        const { coin } = Object.fromEntries(new URLSearchParams(request.query));
        const coins = coinsFor(core.withdrawalFee.fee);
        return data(coin === undefined ? coins : coins.filter((one) => one.coin === coin));
      }
      case '/api/v2/margin/currencies':
        return data([]);
      default:
        return refusalOf(request) ?? answerSigned(core, request);
    }
  },
  hear(core, message) {
    if (message === 'ping') return ['pong'];
    const { op, args } = JSON.parse(message) as { op: string; args: object[] };
    const reply = { event: op, arg: args[0] };
    return op === 'subscribe' ? [reply, push('snapshot', core, core.book())] : [reply];
  },
  tell: (core, change) => push('update', core, change),
};

const push = (action: string, core: Core, { bids, asks }: BookChange) => ({
  action,
  arg: { instType: 'SPOT', channel: 'books', instId: SYMBOL },
  data: [{ bids, asks, checksum: checksumOf(core), ts: String(Date.now()) }],
  ts: Date.now(),
});

/** Best bid, best ask, second bid, second ask and so on, as a signed number of 32 bits. */
function checksumOf(core: Core): number {
  const { bids, asks } = core.book();
  const texts: string[] = [];
  for (let index = 0; index < 25; index++) texts.push(...(bids[index] ?? []), ...(asks[index] ?? []));
  return new Int32Array([crc32(texts.join(':'))])[0] ?? 0;
}

function refusalOf({ method, path, query, signed, headers }: Incoming): Answer | undefined {
  const at = String(headers['access-timestamp']);
  const target = query ? `${path}?${query}` : path;
  const text = at + method + target + (method === 'GET' ? '' : signed);
  const own = createHmac('sha256', KEYS.secret).update(text).digest('base64');
  if (headers['access-key'] !== KEYS.key) return fault('40006', 'Invalid ACCESS_KEY');
  if (headers['access-passphrase'] !== KEYS.password) return fault('40011', 'Invalid ACCESS_PASSPHRASE');
  if (headers['access-sign'] !== own) return fault('40009', 'sign signature error');
  return Math.abs(Date.now() - Number(at)) > WINDOW_MS
    ? fault('40008', 'Request timestamp expired')
    : undefined;
}

function answerSigned(core: Core, { method, path, query, signed }: Incoming): Answer {
  const input = (
    method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(signed)
  ) as Record<string, string>;
  const own = core.orders.filter(({ clientId }) => clientId === input['clientOid']);
  switch (`${method} ${path}`) {
    case 'GET /api/v2/spot/account/assets':
      return data(core.assets.map((asset) => showBalance(core, asset)));
    case 'GET /api/v2/common/trade-rate':
      return data({ makerFeeRate: '0.0008', takerFeeRate: '0.001' });
    case 'POST /api/v2/spot/wallet/withdrawal':
      return withdraw(core, input);
    case 'GET /api/v2/spot/wallet/withdrawal-records':
      return isPeriod(input)
        ? data(withdrawalsFor(core, input).map(showWithdrawal))
        : fault('400172', 'Parameter verification failed');
    case 'GET /api/v2/spot/wallet/deposit-address':
      if (faultIn(input, () => ({ coin: oneOf('ETH'), chain: oneOf('ETH') })) !== undefined)
        return fault('400172', 'Parameter verification failed');
      return data({ address: core.address, chain: input['chain'], coin: input['coin'], tag: '', url: '' });
    case 'GET /api/v2/spot/wallet/deposit-records': {
      const { startTime, limit = 20, idLessThan } = input;
      if (!isPeriod(input)) return fault('400172', 'Parameter verification failed');
      const all = rowsAfter(core.depositsSince(Number(startTime)), ({ id }) => id === idLessThan);
      return data(all.slice(0, Number(limit)).map(showDeposit));
    }
    case 'POST /api/v2/spot/trade/place-order':
      return place(core, input);
    case 'GET /api/v2/spot/trade/orderInfo':
      return data(own.map(showOrder));
    case 'POST /api/v2/spot/trade/cancel-order':
      return cancel(core, own[0]);
    case 'GET /api/v2/spot/trade/unfilled-orders':
      return data(ordersFor(core, input, ({ status }) => status === 'open'));
    case 'GET /api/v2/spot/trade/history-orders':
      return data(ordersFor(core, input, ({ status }) => status !== 'open'));
    case 'GET /api/v2/spot/trade/fills':
      return data(tradesOf(core, input));
    default:
      return { status: 404, body: { code: '40404', msg: 'Request URL NOT FOUND', data: null } };
  }
}

const isPeriod = ({ startTime, endTime }: Record<string, string>): boolean =>
  startTime !== undefined && endTime !== undefined && Number(endTime) - Number(startTime) < 90 * 86_400_000;

/** The newest first; never more than 100. */
function ordersFor(
  core: Core,
  { startTime = '0', idLessThan }: Record<string, string>,
  isAsked: (order: CoreOrder) => boolean,
) {
  const all = core.orders.filter((order) => isAsked(order) && order.at >= Number(startTime)).toReversed();
  return rowsAfter(all, ({ id }) => id === idLessThan)
    .slice(0, 100)
    .map(showOrder);
}

/** The newest first; never more than 100. */
function tradesOf(core: Core, { orderId, idLessThan }: Record<string, string>) {
  const trades = core.orders.filter(({ id }) => id === orderId).flatMap(showTrades);
  return rowsAfter(trades.toReversed(), ({ tradeId }) => tradeId === idLessThan).slice(0, 100);
}

function place(core: Core, input: Record<string, string>): Answer {
  const { clientOid = '', side, force = '', size = '', price = '' } = input;
  if (core.orders.some(({ clientId }) => clientId === clientOid))
    return fault('43118', 'clientOrderId duplicate');
  const type = { gtc: 'limit', ioc: 'ioc', post_only: 'post-only' }[force.toLowerCase()];
  if (type === undefined) return fault('400172', 'force cannot be empty');
  const draft = {
    clientId: clientOid,
    side: side === 'buy' ? 'buy' : 'sell',
    quantity: Decimal.parse(size),
    price: Decimal.parse(price),
  } as const;
  let order = core.place({ ...draft, type: type as 'limit' | 'ioc' | 'post-only' });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault('43012', 'Insufficient balance');
  return data({ orderId: order.id, clientOid });
}

function cancel(core: Core, order: CoreOrder | undefined): Answer {
  if (order?.status !== 'open') return fault('43001', 'The order does not exist');
  core.cancel(order);
  return data({ orderId: order.id, clientOid: order.clientId });
}

const STATES = { open: 'live', filled: 'filled', cancelled: 'cancelled' };
const FORCES = { ioc: 'ioc', 'post-only': 'post_only', limit: 'gtc', market: 'gtc' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  userId: '1',
  symbol: SYMBOL,
  orderId: id,
  clientOid: clientId,
  price: price?.toString() ?? '0',
  size: quantity.toString(),
  orderType: type === 'market' ? 'market' : 'limit',
  force: FORCES[type],
  side,
  status: STATES[status],
  priceAvg: '0',
  baseVolume: filled.toString(),
  quoteVolume: '0',
  enterPointSource: 'API',
  orderSource: 'normal',
  cTime: String(at),
  uTime: String(at),
});

const showTrades = ({ id: orderId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    userId: '1',
    symbol: SYMBOL,
    orderId,
    tradeId: id,
    orderType: 'limit',
    side,
    priceAvg: price.toString(),
    size: quantity.toString(),
    amount: price.times(quantity).toString(),
    feeDetail: {
      deduction: 'no',
      feeCoin: feeAsset,
      totalDeductionFee: '',
      totalFee: fee.negate().toString(),
    },
    tradeScope: 'taker',
    cTime: String(at),
    uTime: String(at),
  }));

const showBalance = (core: Core, coin: string) => ({
  coin,
  available: core.free(coin).toString(),
  frozen: core.locked(coin).toString(),
  locked: '0',
  limitAvailable: '0',
  uTime: '1',
});

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { coin = '', chain, size = '', address = '', transferType, clientOid = '' } = input;
  if (transferType !== 'on_chain' || chain === undefined)
    return fault('40017', 'Parameter verification failed');
  if (!COINS.some((one) => one.coin === coin && one.chains[0]?.chain === chain))
    return fault('43126', 'This currency does not support withdrawals');
  const made = core.withdraw({ reference: clientOid, asset: coin, amount: size, address });
  if (made === 'minimum') return fault('43114', 'Withdrawal is less than the minimum withdrawal count 0.001');
  if (typeof made === 'string') return fault('43012', 'Insufficient balance');
  return data({ orderId: made.id, clientOid });
}

const matches = ({ reference, id }: CoreWithdrawal, { clientOid, orderId }: Record<string, string>) =>
  (clientOid === undefined || clientOid === reference) && (orderId === undefined || orderId === id);

/** Newest first, a page at most. */
function withdrawalsFor(core: Core, input: Record<string, string>): CoreWithdrawal[] {
  const { startTime, endTime, limit = 20, idLessThan } = input;
  const all = core.withdrawals
    .filter((one) => matches(one, input) && one.at >= Number(startTime) && one.at <= Number(endTime))
    .toReversed();
  return (idLessThan === undefined ? all : rowsAfter(all, ({ id }) => id === idLessThan)).slice(
    0,
    Number(limit),
  );
}

const CODES = { processing: 'pending', failed: 'fail', completed: 'success' };

/** The size is what was asked for. */
const showWithdrawal = ({ id, asset, amount, fee, reference, address, state, hash, at }: CoreWithdrawal) => ({
  orderId: id,
  tradeId: hash,
  coin: asset,
  dest: 'on_chain',
  clientOid: reference,
  type: 'withdraw',
  tag: '',
  size: amount,
  fee: `-${fee}`,
  status: CODES[state],
  toAddress: address,
  fromAddress: '',
  confirm: '0',
  chain: asset,
  cTime: String(at),
  uTime: String(at),
});

const DEPOSIT_CODES = {
  pending: 'pending',
  locked: 'pending',
  information: 'pending',
  credited: 'success',
  rejected: 'fail',
};

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  orderId: id,
  tradeId: hash,
  coin: asset,
  type: 'deposit',
  size: amount,
  status: DEPOSIT_CODES[state],
  toAddress: address,
  fromAddress: '',
  tag: '',
  dest: 'on_chain',
  chain: asset,
  cTime: String(at),
  uTime: String(at),
});
