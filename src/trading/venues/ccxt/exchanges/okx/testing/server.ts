import { createHmac } from 'node:crypto';
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
import { CURRENCIES, INSTRUMENTS } from './published.ts';

const WINDOW_MS = 30_000;
const INSTRUMENT = 'BTC-USDT';
const data = (...rows: readonly unknown[]): Answer => ({ body: { code: '0', msg: '', data: rows } });
const fault = (code: string, msg: string): Answer => ({ body: { code, msg, data: [] } });
/** Orders are refused one by one. */
const refusedOrder = (sCode: string, sMsg: string): Answer => ({
  body: { code: '1', msg: 'All operations failed', data: [{ sCode, sMsg, clOrdId: '', ordId: '' }] },
});

/** Signed REST calls, ids without hyphens, and unfilled orders forgotten. */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    ...WITHDRAWALS,
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'listableOrders',
    'marketOrders',
    ...BOOKS,
  ],
  feeIn: 'received',
  minNotional: '0',
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  hasPayingWallet: true,
  encode: (id) => id.replaceAll('-', ''),
  deposits: { states: ['pending', 'locked', 'information', 'credited', 'rejected'] },
  operations: {
    'GET /api/v5/asset/deposit-history': 'listDeposits',
    'POST /api/v5/asset/withdrawal': 'withdraw',
    'GET /api/v5/asset/withdrawal-history': 'findWithdrawal',
    'POST /api/v5/asset/transfer': 'fund',
    'POST /api/v5/trade/order': 'placeOrder',
    'GET /api/v5/trade/order': 'findOrder',
    'GET /api/v5/account/balance': 'balances',
  },
  answer(core, request) {
    if (request.path === '/api/v5/public/instruments') return data(...INSTRUMENTS);
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    if (message === 'ping') return ['pong'];
    const reply = subscribed(message);
    return reply.event === 'subscribe' ? [reply, snapshot(core)] : [reply];
  },
  tell: (core, change) => push('update', core, change, core.sequence - 1),
};

const subscribed = (message: string) => {
  const { op, args } = JSON.parse(message) as { op: string; args: object[] };
  return { event: op, arg: args[0] };
};

const snapshot = (core: Core) => push('snapshot', core, core.book(), -1);

const push = (action: string, { sequence }: Core, { bids, asks }: BookChange, prevSeqId: number) => ({
  arg: { channel: 'books', instId: INSTRUMENT },
  action,
  data: [
    {
      bids: bids.map(([price, size]) => [price, size, '0', '1']),
      asks: asks.map(([price, size]) => [price, size, '0', '1']),
      ts: String(Date.now()),
      seqId: sequence,
      prevSeqId,
    },
  ],
});

function refusalOf({ method, path, query, signed, headers }: Incoming): Answer | undefined {
  const at = String(headers['ok-access-timestamp']);
  const target = query ? `${path}?${query}` : path;
  const text = at + method + target + (method === 'GET' ? '' : signed);
  const own = createHmac('sha256', KEYS.secret).update(text).digest('base64');
  if (headers['ok-access-key'] !== KEYS.key || headers['ok-access-passphrase'] !== KEYS.password)
    return { status: 401, body: { code: '50111', msg: 'Invalid OK-ACCESS-KEY', data: [] } };
  if (headers['ok-access-sign'] !== own)
    return { status: 401, body: { code: '50113', msg: 'Invalid Sign', data: [] } };
  return Math.abs(Date.now() - Date.parse(at)) > WINDOW_MS
    ? { status: 401, body: { code: '50102', msg: 'Timestamp request expired', data: [] } }
    : undefined;
}

function answerSigned(core: Core, { method, path, query, signed }: Incoming): Answer {
  const input = (
    method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(signed)
  ) as Record<string, string>;
  switch (`${method} ${path}`) {
    case 'GET /api/v5/account/balance':
      return data({ details: core.assets.map((asset) => showBalance(core, asset)), uTime: '1' });
    case 'GET /api/v5/account/config': {
      const { trade, withdraw: mayWithdraw, isBound } = core.permissions;
      const perm = ['read_only', ...(trade ? ['trade'] : []), ...(mayWithdraw ? ['withdraw'] : [])];
      return data({ uid: '1', perm: perm.join(','), ip: isBound ? '192.0.2.1' : '' });
    }
    case 'GET /api/v5/asset/currencies':
      return data(...CURRENCIES);
    case 'GET /api/v5/account/trade-fee':
      return data({ instType: 'SPOT', maker: '-0.0008', taker: '-0.001', level: 'Lv1', ts: '1' });
    case 'GET /api/v5/asset/balances':
      return data({ ccy: input['ccy'], availBal: core.payable(input['ccy'] ?? '').toString() });
    case 'POST /api/v5/asset/transfer':
      return transfer(core, input);
    case 'GET /api/v5/asset/transfer-state':
      return data(
        ...core.transfers
          .filter(({ reference }) => reference === input['clientId'])
          .map(({ reference, asset, amount }) => ({
            transId: '1',
            clientId: reference,
            ccy: asset,
            amt: amount,
            type: '0',
            state: 'success',
          })),
      );
    case 'POST /api/v5/asset/withdrawal':
      return withdraw(core, input);
    case 'GET /api/v5/asset/withdrawal-history':
      return data(...withdrawalsFor(core, input).map(showWithdrawal));
    case 'GET /api/v5/asset/deposit-address':
      if (faultIn(input, () => ({ ccy: oneOf('ETH') })) !== undefined)
        return fault('51000', 'Parameter ccy error');
      return data(
        { ccy: input['ccy'], chain: `${input['ccy']}-OTHER`, addr: 'other', selected: true, to: '6' },
        { ccy: input['ccy'], chain: `${input['ccy']}-ERC20`, addr: core.address, selected: true, to: '6' },
        {
          ccy: input['ccy'],
          chain: `${input['ccy']}-ERC20`,
          addr: core.olderAddress,
          selected: false,
          to: '6',
        },
      );
    case 'GET /api/v5/asset/deposit-history':
      return data(
        ...core
          .depositsSince(0)
          .filter(({ at }) => at < Number(input['after'] ?? Infinity))
          .slice(0, Number(input['limit'] ?? 100))
          .map(showDeposit),
      );
    case 'POST /api/v5/trade/order':
      return place(core, input);
    case 'GET /api/v5/trade/order': {
      const order = core.orders.find(({ clientId }) => clientId === input['clOrdId']);
      return order ? data(showOrder(order)) : fault('51603', 'Order does not exist');
    }
    case 'POST /api/v5/trade/cancel-order':
      return cancel(core, input);
    case 'GET /api/v5/trade/orders-pending':
      return data(...ordersFor(core, input, ({ status }) => status === 'open'));
    case 'GET /api/v5/trade/orders-history':
    case 'GET /api/v5/trade/orders-history-archive':
      return data(...ordersFor(core, input, ({ status }) => status !== 'open'));
    case 'GET /api/v5/trade/fills-history':
      return data(...tradesOf(core, input));
    default:
      return { status: 404, body: { code: '404', msg: `There is no ${path}.`, data: [] } };
  }
}

/** The newest first, older than an order; never more than 100. */
function ordersFor(
  core: Core,
  { begin = '0', after }: Record<string, string>,
  isAsked: (order: CoreOrder) => boolean,
) {
  const all = core.orders.filter((order) => isAsked(order) && order.at >= Number(begin)).toReversed();
  return rowsAfter(all, ({ id }) => id === after)
    .slice(0, 100)
    .map(showOrder);
}

/** The newest first, older than a bill; never more than 100. */
function tradesOf(core: Core, { ordId, after }: Record<string, string>) {
  const trades = core.orders.filter(({ id }) => id === ordId).flatMap(showTrades);
  return rowsAfter(trades.toReversed(), ({ billId }) => billId === after).slice(0, 100);
}

function place(core: Core, input: Record<string, string>): Answer {
  const { clOrdId = '', side, ordType, sz = '', px = '', tgtCcy = 'quote_ccy' } = input;
  if (!/^[a-zA-Z0-9]{1,32}$/.test(clOrdId)) return refusedOrder('51000', 'Parameter clOrdId error');
  if (core.orders.some(({ clientId }) => clientId === clOrdId))
    return refusedOrder('51016', 'Client order ID already exists.');
  // By default a market order to buy has its quantity in the counter asset.
  if (ordType === 'market' && side === 'buy' && tgtCcy !== 'base_ccy')
    return refusedOrder('51020', 'Your order should meet or exceed the minimum order amount.');
  const type = ({ ioc: 'ioc', post_only: 'post-only', limit: 'limit', market: 'market' } as const)[
    ordType ?? ''
  ];
  if (type === undefined) return refusedOrder('51000', 'Parameter ordType error');
  const order = core.place({
    clientId: clOrdId,
    side: side === 'buy' ? 'buy' : 'sell',
    type,
    quantity: Decimal.parse(sz),
    price: type === 'market' ? null : Decimal.parse(px),
  });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    const ended = core.place({
      clientId: clOrdId,
      side: side === 'buy' ? 'buy' : 'sell',
      type: 'limit',
      quantity: Decimal.parse(sz),
      price: Decimal.parse('0.01'),
    });
    if (typeof ended === 'string') return refusedOrder('51008', 'Order failed.');
    core.cancel(ended);
    return data({ clOrdId, ordId: ended.id, tag: '', sCode: '0', sMsg: '' });
  }
  if (typeof order === 'string')
    return refusedOrder('51008', 'Order failed. Insufficient USDT balance in account.');
  return data({ clOrdId, ordId: order.id, tag: '', sCode: '0', sMsg: '' });
}

function cancel(core: Core, { clOrdId }: Record<string, string>): Answer {
  const order = core.orders.find(({ clientId }) => clientId === clOrdId);
  if (!order) return refusedOrder('51400', 'Cancellation failed as the order does not exist.');
  if (order.status !== 'open')
    return refusedOrder('51402', 'Cancellation failed as the order is already completed.');
  core.cancel(order);
  return data({ clOrdId, ordId: order.id, sCode: '0', sMsg: '' });
}

const STATES = { open: 'live', filled: 'filled', cancelled: 'canceled' };
const TYPES = { ioc: 'ioc', 'post-only': 'post_only', limit: 'limit', market: 'market' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  instType: 'SPOT',
  instId: INSTRUMENT,
  ordId: id,
  clOrdId: clientId,
  side,
  ordType: TYPES[type],
  px: price?.toString() ?? '',
  sz: quantity.toString(),
  accFillSz: filled.toString(),
  avgPx: '',
  state: STATES[status],
  fee: '0',
  feeCcy: '',
  cTime: String(at),
  uTime: String(at),
  tdMode: 'cash',
});

const showTrades = ({ id: ordId, clientId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    instType: 'SPOT',
    instId: INSTRUMENT,
    ordId,
    clOrdId: clientId,
    tradeId: id,
    billId: id,
    side,
    fillPx: price.toString(),
    fillSz: quantity.toString(),
    execType: 'T',
    ts: String(at),
    fee: fee.negate().toString(),
    feeCcy: feeAsset,
  }));

const showBalance = (core: Core, ccy: string) => ({
  ccy,
  availBal: core.free(ccy).toString(),
  frozenBal: core.locked(ccy).toString(),
  eq: core.free(ccy).plus(core.locked(ccy)).toString(),
  availEq: core.free(ccy).toString(),
});

/** Between the trading account, 18, and the funding account, 6. */
function transfer(core: Core, input: Record<string, string>): Answer {
  const { ccy = '', amt = '', from, to, clientId = '' } = input;
  if (!/^[a-zA-Z0-9]{1,32}$/.test(clientId)) return fault('51000', 'Parameter clientId error');
  if (from !== '18' || to !== '6') return fault('51000', 'Parameter from error');
  if (core.transfer(clientId, ccy, amt)) return fault('58350', 'Insufficient balance');
  return data({ transId: '1', ccy, clientId, from, to, amt });
}

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { ccy = '', amt = '', toAddr = '', chain, clientId = '' } = input;
  if (!/^[a-zA-Z0-9]{1,32}$/.test(clientId)) return fault('51000', 'Parameter clientId error');
  if (!CURRENCIES.some((one) => one.ccy === ccy && one.chain === chain))
    return fault('58200', 'Withdrawal is unavailable for this currency.');
  const made = core.withdraw({ reference: clientId, asset: ccy, amount: amt, address: toAddr });
  if (made === 'minimum') return fault('58206', 'Withdrawal amount is lower than the lower limit.');
  if (typeof made === 'string') return fault('58350', 'Insufficient balance');
  return data({ wdId: made.id, ccy, chain, amt, clientId });
}

const matches = ({ reference, id }: CoreWithdrawal, { clientId, wdId }: Record<string, string>) =>
  (clientId === undefined || clientId === reference) && (wdId === undefined || wdId === id);

/** Newest first, a page at most. */
const withdrawalsFor = (core: Core, input: Record<string, string>): CoreWithdrawal[] =>
  core.withdrawals
    .filter((one) => matches(one, input) && one.at < Number(input['after'] ?? Infinity))
    .toReversed()
    .slice(0, Number(input['limit'] ?? 100));

const CODES = { processing: '0', failed: '-1', completed: '2' };

const showWithdrawal = ({
  id,
  asset,
  amount,
  fee,
  reference,
  address,
  state,
  hash,
  reason,
  at,
}: CoreWithdrawal) => ({
  wdId: id,
  ccy: asset,
  chain: `${asset}-ERC20`,
  amt: amount,
  clientId: reference,
  to: address,
  state: CODES[state],
  txId: hash,
  note: reason,
  ts: String(at),
  fee,
  feeCcy: asset,
});

const DEPOSIT_CODES = { pending: '0', locked: '1', information: '12', credited: '2', rejected: '11' };

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  depId: id,
  ccy: asset,
  chain: `${asset}-ERC20`,
  amt: amount,
  from: '',
  to: address,
  txId: hash,
  ts: String(at),
  state: DEPOSIT_CODES[state],
  actualDepBlkConfirm: '2',
  fromWdId: '',
});
