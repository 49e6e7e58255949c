import { gzipSync } from 'node:zlib';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { BookChange, Core, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { CURRENCIES, SYMBOLS } from './published.ts';
import { signatureOf } from './wire.ts';

const WINDOW_MS = 300_000;
const FORGOTTEN_MS = 2 * 3_600_000;
const TWO_DAYS_MS = 2 * 86_400_000;
const SYMBOL = 'btcusdt';
const CHANNEL = `market.${SYMBOL}.mbp.150`;
const ACCOUNT = 100;

const ok = (data: unknown): Answer => ({ body: { status: 'ok', data } });
const fault = (code: string, message: string): Answer => ({
  body: { status: 'error', 'err-code': code, 'err-msg': message, data: null },
});

/** Compressed frames, a book that is asked for in the stream, numbers as numbers, and pings that want an answer. */
export const dialect: Dialect = {
  capabilities: ['balances', ...WITHDRAWALS, ...ORDERS, 'listableOrders', ...BOOKS],
  feeIn: 'received',
  minNotional: '5',
  // It is not known which kind it is.
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  withdrawalFees: 'on top',
  encode: (id) => id,
  soonestDeadlineMs: 1_500,
  operations: {
    'POST /v1/dw/withdraw/api/create': 'withdraw',
    'GET /v1/query/withdraw/client-order-id': 'findWithdrawal',
    'POST /v1/order/orders/place': 'placeOrder',
    'GET /v1/order/orders/getClientOrder': 'findOrder',
    [`GET /v1/account/accounts/${ACCOUNT}/balance`]: 'balances',
  },
  answer(core, request) {
    if (request.path === '/v1/common/symbols') return ok(SYMBOLS);
    if (request.path === '/v2/reference/currencies') return { body: { code: 200, data: CURRENCIES } };
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    const { sub, unsub, req, id, pong } = JSON.parse(message) as Record<string, string | undefined>;
    if (pong !== undefined) return [];
    const channel = sub ?? unsub ?? req;
    if (channel !== CHANNEL)
      return [{ status: 'error', 'err-code': 'bad-request', 'err-msg': `invalid topic ${channel}`, id }];
    if (req === undefined) return [{ ping: Date.now() }, { id, status: 'ok', subbed: sub, unsubbed: unsub }];
    return [bookText(`"id":"${id}","rep":"${CHANNEL}","status":"ok","data"`, core.sequence, core.book())];
  },
  tell({ sequence }, change) {
    const head = `"ch":"${CHANNEL}","ts":${Date.now()},"tick"`;
    return bookText(head, sequence, change, sequence - 1);
  },
  frame: (text) => gzipSync(text),
};

const rows = (levels: BookChange['bids']): string =>
  levels.map(([price, quantity]) => `[${price},${quantity}]`).join(',');

/** Numbers are written with all their zeros, as no JSON library would. */
function bookText(head: string, sequence: number, { bids, asks }: BookChange, previous?: number): string {
  const chain = previous === undefined ? '' : `"prevSeqNum":${previous},`;
  return `{${head}:{"seqNum":${sequence},${chain}"bids":[${rows(bids)}],"asks":[${rows(asks)}]}}`;
}

function refusalOf({ method, path, query }: Incoming): Answer | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.get('AccessKeyId') !== KEYS.key)
    return fault('api-signature-not-valid', 'Signature not valid: Incorrect Access key [Access key错误]');
  if (parameters.get('Signature') !== signatureOf(method, path, parameters))
    return fault('api-signature-not-valid', 'Signature not valid: Verification failure [校验失败]');
  const at = Date.parse(`${parameters.get('Timestamp')}Z`);
  return Math.abs(Date.now() - at) > WINDOW_MS
    ? fault('api-signature-not-valid', 'Signature not valid: Timestamp invalid')
    : undefined;
}

function answerSigned(core: Core, { method, path, query, signed }: Incoming): Answer {
  const input = (
    method === 'POST' ? JSON.parse(signed) : Object.fromEntries(new URLSearchParams(query))
  ) as Record<string, string>;
  const [, matched] = /^\/v1\/order\/orders\/([^/]+)\/matchresults$/.exec(path) ?? [];
  if (matched !== undefined) return ok(core.orders.filter(({ id }) => id === matched).flatMap(showTrades));
  switch (`${method} ${path}`) {
    case 'GET /v1/account/accounts':
      return ok([
        { id: 7, type: 'point', subtype: '', state: 'working' },
        { id: ACCOUNT, type: 'spot', subtype: '', state: 'working' },
      ]);
    case `GET /v1/account/accounts/${ACCOUNT}/balance`:
      return ok({
        id: ACCOUNT,
        type: 'spot',
        state: 'working',
        list: core.assets.flatMap((asset) => showBalance(core, asset)),
      });
    case 'GET /v2/reference/transact-fee-rate':
      return {
        body: {
          code: 200,
          data: [
            {
              symbol: SYMBOL,
              actualMakerRate: '0.0008',
              actualTakerRate: '0.001',
              takerFeeRate: '0.002',
              makerFeeRate: '0.002',
            },
          ],
          success: true,
        },
      };
    case 'POST /v1/order/orders/place':
      return place(core, input);
    case 'GET /v1/order/orders/getClientOrder': {
      const order = core.orders.find((one) => one.clientId === input['clientOrderId'] && !isForgotten(one));
      return order ? ok(showOrder(order)) : fault('base-record-invalid', 'record invalid');
    }
    case 'POST /v1/order/orders/submitCancelClientOrder': {
      const order = core.orders.find(({ clientId }) => clientId === input['client-order-id']);
      if (!order) return fault('base-record-invalid', 'record invalid');
      if (order.status !== 'open') return fault('order-orderstate-error', 'Incorrect order state');
      core.cancel(order);
      return ok(10);
    }
    case 'GET /v1/order/openOrders':
      return input['account-id'] === String(ACCOUNT)
        ? ok(
            page(
              core.orders.filter(({ status }) => status === 'open'),
              input,
              500,
            ).map(showOrder),
          )
        : fault('account-get-accounts-inexistent-error', 'account is not existing');
    case 'GET /v1/order/orders':
      return endedWithin(core, input);
    case 'POST /v1/dw/withdraw/api/create':
      return withdraw(core, input);
    case 'GET /v1/query/withdraw/client-order-id': {
      const own = core.withdrawals.find(({ reference }) => reference === input['clientOrderId']);
      return ok(own ? showWithdrawal(core, own) : null);
    }
    case 'GET /v1/query/deposit-withdraw': {
      const all = core.withdrawals.map((one) => showWithdrawal(core, one));
      const sorted = input['direct'] === 'next' ? all.toReversed() : all;
      const from = sorted.findIndex(({ id }) => String(id) === input['from']);
      return ok(sorted.slice(Math.max(from, 0)).slice(0, Number(input['size'] ?? 100)));
    }
    default:
      return { status: 404, body: { status: 'error', 'err-code': 'not-found', 'err-msg': path } };
  }
}

/** Cancelled without a trade, two hours ago. */
const isForgotten = ({ status, filled, at }: CoreOrder): boolean =>
  status === 'cancelled' && filled.isZero && at < Date.now() - FORGOTTEN_MS;

/** The newest first, from an id on and with it. */
function page(orders: readonly CoreOrder[], { from, size = '100' }: Record<string, string>, most: number) {
  const newest = orders.toReversed();
  const start = newest.findIndex(({ id }) => id === from);
  return newest.slice(Math.max(start, 0)).slice(0, Math.min(Number(size), most));
}

function endedWithin(core: Core, input: Record<string, string>): Answer {
  const [start, end] = [Number(input['start-time']), Number(input['end-time'])];
  if (input['symbol'] !== SYMBOL || !input['states']) return fault('bad-request', 'symbol or states');
  if (!(end - start <= TWO_DAYS_MS)) return fault('base-date-limit-error', 'date less than system limit');
  const ended = core.orders.filter(
    (one) => one.status !== 'open' && one.at >= start && one.at <= end && !isForgotten(one),
  );
  return ok(page(ended, input, 100).map(showOrder));
}

const TYPES: Readonly<Record<string, CoreOrder['type']>> = {
  limit: 'limit',
  ioc: 'ioc',
  'limit-maker': 'post-only',
};

function place(core: Core, input: Record<string, string>): Answer {
  const { symbol, type = '', amount = '', price = '', 'client-order-id': clientId = '' } = input;
  const [side, ...kind] = type.split('-');
  const known = TYPES[kind.join('-')];
  if (input['account-id'] !== String(ACCOUNT) || symbol !== SYMBOL || !known)
    return fault('validation-format-error', 'Format Error');
  if (core.orders.some((one) => one.clientId === clientId))
    return fault('order-duplicate-client-order-id', 'duplicate client order id');
  const draft = {
    clientId,
    side: side === 'buy' ? ('buy' as const) : ('sell' as const),
    quantity: Decimal.parse(amount),
    price: Decimal.parse(price),
  };
  let order = core.place({ ...draft, type: known });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string')
    return fault('account-frozen-balance-insufficient-error', 'trade account balance is not enough');
  return ok(order.id);
}

const stateOf = ({ status, filled }: CoreOrder): string =>
  status === 'filled'
    ? 'filled'
    : status === 'open'
      ? filled.isZero
        ? 'submitted'
        : 'partial-filled'
      : filled.isZero
        ? 'canceled'
        : 'partial-canceled';
const NAMES = { limit: 'limit', ioc: 'ioc', 'post-only': 'limit-maker', market: 'market' };

const showOrder = (order: CoreOrder) => ({
  id: order.id,
  symbol: SYMBOL,
  'account-id': ACCOUNT,
  'client-order-id': order.clientId,
  amount: order.quantity.toString(),
  price: order.price?.toString() ?? '0',
  'created-at': order.at,
  type: `${order.side}-${NAMES[order.type]}`,
  'field-amount': order.filled.toString(),
  'field-cash-amount': '0',
  'field-fees': '0',
  'finished-at': 0,
  source: 'spot-api',
  state: stateOf(order),
});

const showTrades = ({ id: orderId, side, type, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    id: Number(id),
    symbol: SYMBOL,
    'order-id': orderId,
    'match-id': Number(id),
    'trade-id': Number(id),
    type: `${side}-${NAMES[type]}`,
    source: 'spot-api',
    role: 'taker',
    price: price.toString(),
    'filled-amount': quantity.toString(),
    'filled-fees': fee.toString(),
    'fee-currency': feeAsset.toLowerCase(),
    'filled-points': '0.0',
    'fee-deduct-currency': '',
    'created-at': at,
  }));

const showBalance = (core: Core, asset: string) => [
  { currency: asset.toLowerCase(), type: 'trade', balance: core.free(asset).toString() },
  { currency: asset.toLowerCase(), type: 'frozen', balance: core.locked(asset).toString() },
];

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { currency = '', chain, amount, address = '', 'client-order-id': reference = '' } = input;
  if (typeof amount !== 'string') return fault('validation-format-error', 'Format Error: amount.');
  if (!CURRENCIES.some((one) => one.currency === currency && one.chains[0]?.chain === chain))
    return fault('base-currency-chain-error', 'The current currency chain does not exist');
  const made = core.withdraw({ reference, asset: currency.toUpperCase(), amount, address });
  if (made === 'minimum')
    return fault('dw-withdraw-min-limit', 'Withdrawal amount is less than the minimum.');
  if (typeof made === 'string') return fault('dw-insufficient-balance', 'Insufficient balance.');
  return ok(showWithdrawal(core, made).id);
}

const STATES = { processing: 'pre-transfer', failed: 'wallet-reject', completed: 'confirmed' };

/** Numbered in the order in which they were made. */
const showWithdrawal = (core: Core, withdrawal: CoreWithdrawal) => {
  const { asset, amount, fee, reference, address, state, hash, reason, at } = withdrawal;
  return {
    id: 1_000 + core.withdrawals.indexOf(withdrawal),
    'client-order-id': reference,
    type: 'withdraw',
    'sub-type': 'NORMAL',
    currency: asset.toLowerCase(),
    chain: asset.toLowerCase(),
    'tx-hash': hash,
    amount,
    address,
    'address-tag': '',
    fee,
    state: STATES[state],
    ...(reason && { 'error-code': 'wallet-reject', 'error-msg': reason }),
    'created-at': at,
    'updated-at': at,
  };
};
