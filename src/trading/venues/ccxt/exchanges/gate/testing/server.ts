import { createHash, createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { BookChange, Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { CHAINS, CURRENCIES, PAIRS } from './published.ts';

const WINDOW_S = 60;
const PAIR = 'BTC_USDT';
const BY_ID = /^\/api\/v4\/spot\/orders\/(?<id>[^/]+)$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const fault = (label: string, message: string, status = 400): Answer => ({
  status,
  body: { label, message },
});

/** As the exchange has them: order ids of base 62 after a prefix, references of withdrawals without hyphens. */
function base62(id: string): string {
  let [rest, text] = [BigInt(`0x${id.replaceAll('-', '')}`), ''];
  for (; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return `t-${text.padStart(22, '0')}`;
}

/** Short ids, ended orders hidden from questions by our id, and a path without an id that cancels every order. */
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
  minNotional: '3',
  withdrawalFee: { kind: 'inside', fee: '0.0005' },
  encode: base62,
  encodeReference: (id) => id.replaceAll('-', ''),
  deposits: {
    states: ['pending', 'locked', 'information', 'credited', 'rejected'],
    idOf: ({ id }) => `d${id}`,
  },
  operations: {
    'GET /api/v4/wallet/deposits': 'listDeposits',
    'POST /api/v4/withdrawals': 'withdraw',
    'GET /api/v4/wallet/withdrawals': 'findWithdrawal',
    'POST /api/v4/spot/orders': 'placeOrder',
    'GET /api/v4/spot/orders/': 'findOrder',
    'GET /api/v4/spot/accounts': 'balances',
  },
  answer(core, request) {
    switch (request.path) {
      case '/api/v4/spot/currency_pairs':
        return { body: PAIRS };
      case '/api/v4/margin/currency_pairs':
        return { body: [] };
      case '/api/v4/spot/currencies':
        return { body: CURRENCIES };
      case '/api/v4/wallet/currency_chains':
        return { body: CHAINS };
      default:
        return refusalOf(request) ?? answerSigned(core, request);
    }
  },
  hear(core, message) {
    const { channel, event, payload } = JSON.parse(message) as {
      channel: string;
      event: string;
      payload: [];
    };
    const reply = { time: 1, channel, event, error: null, payload, result: { status: 'success' } };
    return event === 'subscribe' ? [reply, push(core, core.book(), { full: true })] : [reply];
  },
  tell: (core, change) => push(core, change, { U: core.sequence }),
};

const push = ({ sequence }: Core, { bids: b, asks: a }: BookChange, more: object) => ({
  channel: 'spot.obu',
  event: 'update',
  time_ms: Date.now(),
  result: { t: Date.now(), s: `ob.${PAIR}.400`, u: sequence, b, a, ...more },
});

function refusalOf({ method, path, query, signed, headers }: Incoming): Answer | undefined {
  const at = String(headers['timestamp']);
  const isRead = method === 'GET' || method === 'DELETE';
  const digest = createHash('sha512')
    .update(isRead ? '' : signed)
    .digest('hex');
  const own = createHmac('sha512', KEYS.secret).update([method, path, query, digest, at].join('\n'));
  if (headers['key'] !== KEYS.key) return fault('INVALID_KEY', 'Invalid key provided', 401);
  if (headers['sign'] !== own.digest('hex')) return fault('INVALID_SIGNATURE', 'Signature mismatch', 401);
  const expires = Number(headers['x-gate-exptime'] ?? Infinity);
  return Math.abs(Date.now() / 1000 - Number(at)) > WINDOW_S || Date.now() > expires
    ? fault('REQUEST_EXPIRED', 'gap between request Timestamp and server time exceeds 60', 403)
    : undefined;
}

function answerSigned(core: Core, { method, path, query, signed }: Incoming): Answer {
  const input = (
    method === 'POST' ? JSON.parse(signed) : Object.fromEntries(new URLSearchParams(query))
  ) as Record<string, string>;
  const id = BY_ID.exec(path)?.groups?.['id'];
  if (id !== undefined) return findOrCancel(core, method, id);
  switch (`${method} ${path}`) {
    case 'GET /api/v4/spot/accounts':
      return { body: core.assets.map((asset) => showBalance(core, asset)) };
    case 'GET /api/v4/account/main_keys': {
      const { trade, withdraw: mayWithdraw, isBound } = core.permissions;
      const perms = [
        { name: 'wallet', read_only: true },
        { name: 'spot', read_only: !trade },
        ...(mayWithdraw ? [{ name: 'withdraw', read_only: false }] : []),
      ];
      return { body: { state: 1, mode: 1, perms, ip_whitelist: isBound ? ['192.0.2.1'] : [], user_id: 1 } };
    }
    case 'GET /api/v4/wallet/fee':
      return { body: { user_id: 1, taker_fee: '0.001', maker_fee: '0.0008', gt_discount: false } };
    case 'GET /api/v4/wallet/withdraw_status': {
      const { currency = '' } = input;
      const chain = CURRENCIES.find((one) => one.currency === currency)?.chain ?? '';
      return { body: [showTerms(currency, chain, core.withdrawalFee.fee)] };
    }
    case 'POST /api/v4/withdrawals':
      return withdraw(core, input);
    case 'GET /api/v4/wallet/withdrawals':
      return { body: withdrawalsFor(core, input).map(showWithdrawal) };
    case 'GET /api/v4/wallet/deposit_address':
      if (faultIn(input, () => ({ currency: oneOf('ETH') })) !== undefined)
        return fault('INVALID_PARAM_VALUE', 'currency');
      return {
        body: {
          currency: input['currency'],
          address: core.address,
          multichain_addresses: [
            { chain: 'OTHER', address: '', payment_id: '', payment_name: '', obtain_failed: 1 },
            {
              chain: input['currency'],
              address: core.address,
              payment_id: '',
              payment_name: '',
              obtain_failed: 0,
            },
          ],
        },
      };
    case 'GET /api/v4/wallet/deposits': {
      const { from = 0, to = 0, limit = 100, offset = 0 } = input;
      if (Number(to) - Number(from) > 30 * 86_400) return fault('INVALID_PARAM_VALUE', 'to');
      const all = core.depositsSince(Number(from) * 1000);
      return { body: all.slice(Number(offset), Number(offset) + Number(limit)).map(showDeposit) };
    }
    case 'POST /api/v4/spot/orders':
      return place(core, input);
    case 'DELETE /api/v4/spot/orders':
    case 'DELETE /api/v4/spot/orders/':
      for (const order of core.orders) core.cancel(order);
      return { body: [] };
    case 'GET /api/v4/spot/orders': {
      const [limit, page, from] = [Number(input['limit']), Number(input['page']), Number(input['from'] ?? 0)];
      const isAsked = ({ status, at }: CoreOrder): boolean =>
        (input['status'] === 'open') === (status === 'open') && at >= from * 1000;
      const rows = core.orders.filter(isAsked).toReversed();
      return { body: rows.slice((page - 1) * limit, page * limit).map(showOrder) };
    }
    case 'GET /api/v4/spot/my_trades':
      return { body: tradesOf(core, input) };
    default:
      return fault('NOT_FOUND', `There is no ${path}.`, 404);
  }
}

/** The newest first; never more than 1000. */
function tradesOf(core: Core, input: Record<string, string>) {
  const trades = core.orders.filter(({ id }) => id === input['order_id']).flatMap(showTrades);
  const [limit, page] = [Math.min(Number(input['limit'] ?? 100), 1000), Number(input['page'] ?? 1)];
  return trades.toReversed().slice((page - 1) * limit, page * limit);
}

function findOrCancel(core: Core, method: string, id: string): Answer {
  const order = core.orders.find((one) => (id.startsWith('t-') ? one.clientId === id : one.id === id));
  if (!order || (id.startsWith('t-') && order.status !== 'open'))
    return fault('ORDER_NOT_FOUND', 'Order not found', 404);
  if (method === 'DELETE') core.cancel(order);
  return { body: showOrder(order) };
}

function place(core: Core, input: Record<string, string>): Answer {
  const { text = '', side, time_in_force: force = 'gtc', amount = '', price = '' } = input;
  if (!/^t-[\w.-]{1,28}$/.test(text)) return fault('INVALID_PARAM_VALUE', 'Invalid order text');
  const order = core.place({
    clientId: text,
    side: side === 'buy' ? 'buy' : 'sell',
    type: force === 'ioc' ? 'ioc' : force === 'poc' ? 'post-only' : 'limit',
    quantity: Decimal.parse(amount),
    price: Decimal.parse(price),
  });
  if (order === 'wouldTake')
    return fault('POC_FILL_IMMEDIATELY', 'Order would match and take immediately so its cancelled');
  if (typeof order === 'string') return fault('BALANCE_NOT_ENOUGH', 'Not enough balance');
  return { status: 201, body: showOrder(order) };
}

const STATES = { open: 'open', filled: 'closed', cancelled: 'cancelled' };
const FORCES = { ioc: 'ioc', 'post-only': 'poc', limit: 'gtc', market: 'ioc' };
const ENDS = { open: 'open', filled: 'filled', cancelled: 'cancelled' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  id,
  text: clientId,
  create_time: String(Math.floor(at / 1000)),
  update_time: String(Math.floor(at / 1000)),
  create_time_ms: at,
  update_time_ms: at,
  status: STATES[status],
  currency_pair: PAIR,
  type: type === 'market' ? 'market' : 'limit',
  account: 'spot',
  side,
  amount: quantity.toString(),
  price: price?.toString() ?? '0',
  time_in_force: FORCES[type],
  left: quantity.minus(filled).toString(),
  filled_total: '0',
  fee: '0',
  fee_currency: side === 'buy' ? 'BTC' : 'USDT',
  point_fee: '0',
  gt_fee: '0',
  finish_as: status === 'cancelled' && type === 'ioc' ? 'ioc' : ENDS[status],
});

const showTrades = ({ id: orderId, clientId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    id,
    create_time: String(Math.floor(at / 1000)),
    create_time_ms: `${at}.000000`,
    currency_pair: PAIR,
    order_id: orderId,
    side,
    role: 'taker',
    amount: quantity.toString(),
    price: price.toString(),
    fee: fee.toString(),
    fee_currency: feeAsset,
    point_fee: '0',
    gt_fee: '0',
    text: clientId,
  }));

const showBalance = (core: Core, currency: string) => ({
  currency,
  available: core.free(currency).toString(),
  locked: core.locked(currency).toString(),
});

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { currency = '', chain, amount = '', address = '', withdraw_order_id: reference = '' } = input;
  if (!/^[\w.-]{1,32}$/.test(reference)) return fault('INVALID_PARAM_VALUE', 'withdraw_order_id');
  if (!CURRENCIES.some((one) => one.currency === currency && one.chain === chain))
    return fault('INVALID_CURRENCY', 'Invalid currency or chain');
  const made = core.withdraw({ reference, asset: currency, amount, address });
  if (made === 'minimum') return fault('INVALID_PARAM_VALUE', 'The amount is below the minimum.');
  if (typeof made === 'string') return fault('BALANCE_NOT_ENOUGH', 'Not enough balance');
  return { status: 202, body: showWithdrawal(made) };
}

const matches = ({ reference, id }: CoreWithdrawal, input: Record<string, string>): boolean =>
  (input['withdraw_order_id'] ?? reference) === reference && (input['withdraw_id'] ?? `w${id}`) === `w${id}`;

/** Newest first, a page at most. */
function withdrawalsFor(core: Core, input: Record<string, string>): CoreWithdrawal[] {
  const [offset, limit] = [Number(input['offset'] ?? 0), Number(input['limit'] ?? 100)];
  return core.withdrawals
    .filter((one) => matches(one, input) && one.at >= Number(input['from'] ?? 0) * 1000)
    .toReversed()
    .slice(offset, offset + limit);
}

const CODES = { processing: 'PROCES', failed: 'FAIL', completed: 'DONE' };

const showTerms = (currency: string, chain: string, fee: string) => ({
  currency,
  name: currency,
  name_cn: currency,
  deposit: '0',
  withdraw_percent: '0%',
  withdraw_fix: fee,
  withdraw_day_limit: '1000000',
  withdraw_day_limit_remain: '1000000',
  withdraw_amount_mini: '0.001',
  withdraw_eachtime_limit: '1000000',
  withdraw_fix_on_chains: { [chain]: fee },
  withdraw_percent_on_chains: { [chain]: '0%' },
});

/** The amount is what was asked for. */
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
  id: `w${id}`,
  timestamp: String(Math.floor(at / 1000)),
  withdraw_order_id: reference,
  currency: asset,
  address,
  txid: hash,
  amount,
  fee,
  memo: '',
  status: CODES[state],
  chain: asset,
  fail_reason: reason,
});

const DEPOSIT_CODES = {
  pending: 'PEND',
  locked: 'DEP_CREDITED',
  information: 'REVIEW',
  credited: 'DONE',
  rejected: 'BLOCKED',
};

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  id: `d${id}`,
  timestamp: String(Math.floor(at / 1000)),
  currency: asset,
  address,
  txid: hash,
  amount,
  memo: '',
  status: DEPOSIT_CODES[state],
  chain: asset,
});
