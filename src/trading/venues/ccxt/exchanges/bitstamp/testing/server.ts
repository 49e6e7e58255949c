import { createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import type { BookChange, Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import { KEYS } from '../../../testing/keys.ts';
import { BOOKS, ORDERS, type Answer, type Dialect, type Incoming } from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { MARKETS } from './published.ts';

const WINDOW_MS = 150_000;
const PAIR = 'btcusdt';
const HOST = 'www.bitstamp.net';
const ORDER = /^\/api\/v2\/(?<side>buy|sell)\/(?<market>market\/)?btcusdt\/$/;
const ADDRESS = /^\/api\/v2\/(?<of>[a-z]+)_address\/$/;
const WITHDRAWAL = /^\/api\/v2\/(?<asset>[a-z]+)_withdrawal\/$/;

const fault = (response_code: string, reason: unknown, status = 400): Answer => ({
  status,
  body: { status: 'error', reason, response_code },
});
const refused = (code: string, reason: string): Answer => ({
  status: 403,
  body: { status: 'error', reason, code },
});

type Parameters = Readonly<Record<string, string>>;

/**
 * A nonce is taken once, the type of an order has names of its own, a status shows what remains and not what was asked
 * for, withdrawals have no reference, and changes of the book have no numbers.
 */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    'withdrawals',
    'expiringWithdrawals',
    'listableWithdrawals',
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'marketOrders',
    ...BOOKS,
  ],
  feeIn: 'counter',
  minNotional: '10',
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  encode: (id) => id,
  decimals: 8,
  hasReferences: false,
  failureReason: 'The venue reports it failed.',
  deposits: { states: ['pending', 'information', 'credited', 'rejected'] },
  operations: {
    'POST /api/v2/crypto-transactions/': 'listDeposits',
    'POST /api/v2/eth_withdrawal/': 'withdraw',
    'POST /api/v2/buy/': 'placeOrder',
    'POST /api/v2/order_status/': 'findOrder',
    'POST /api/v2/account_balances/': 'balances',
  },
  answer(core, request) {
    if (request.path === '/api/v2/markets/') return { body: MARKETS };
    if (request.path === `/api/v2/order_book/${PAIR}/`)
      return { body: { timestamp: '1', microtimestamp: String(core.sequence), ...core.book() } };
    return refusalOf(core, request) ?? answerSigned(core, request);
  },
  hear(_core, message) {
    const { event, data } = JSON.parse(message) as { event: string; data?: { channel: string } };
    if (event === 'bts:heartbeat') return [{ event, channel: '', data: { status: 'success' } }];
    const done = event === 'bts:subscribe' ? 'bts:subscription_succeeded' : 'bts:unsubscription_succeeded';
    return [{ event: done, channel: data?.channel, data: {} }];
  },
  tell: ({ sequence }, { bids, asks }: BookChange) => ({
    event: 'data',
    channel: `diff_order_book_${PAIR}`,
    data: { timestamp: '1', microtimestamp: String(sequence), bids, asks },
  }),
};

const nonces = new WeakMap<Core, Set<string>>();

function refusalOf(core: Core, { method, path, signed, headers }: Incoming): Answer | undefined {
  const [nonce, at] = [String(headers['x-auth-nonce']), String(headers['x-auth-timestamp'])];
  const text = `BITSTAMP ${KEYS.key}${method}${HOST}${path}${headers['content-type']}${nonce}${at}v2${signed}`;
  if (headers['x-auth'] !== `BITSTAMP ${KEYS.key}`) return refused('API0001', 'API key not found');
  if (headers['x-auth-signature'] !== createHmac('sha256', KEYS.secret).update(text).digest('hex'))
    return refused('API0005', 'Invalid signature');
  const seen = nonces.get(core) ?? new Set();
  if (seen.has(nonce)) return refused('API0004', 'Invalid nonce');
  nonces.set(core, seen.add(nonce));
  return Math.abs(Date.now() - Number(at)) > WINDOW_MS
    ? refused('API0017', 'X-Auth-Timestamp header is not within 150 seconds.')
    : undefined;
}

function answerSigned(core: Core, { path, signed }: Incoming): Answer {
  const input = Object.fromEntries(new URLSearchParams(signed));
  const { side, market } = ORDER.exec(path)?.groups ?? {};
  if (side !== undefined) return place(core, side === 'buy' ? 'buy' : 'sell', market !== undefined, input);
  const { asset } = WITHDRAWAL.exec(path)?.groups ?? {};
  if (asset !== undefined) return withdraw(core, asset.toUpperCase(), input);
  const { of } = ADDRESS.exec(path)?.groups ?? {};
  if (of !== undefined) return showAddress(core, of, input);
  const own = core.orders.find(({ clientId }) => clientId === input['client_order_id']);
  switch (path) {
    case '/api/v2/account_balances/':
      return { body: core.assets.map((one) => showBalance(core, one)) };
    case '/api/v2/fees/trading/':
      return { body: [{ market: PAIR, currency_pair: PAIR, fees: { maker: '0.08000', taker: '0.10000' } }] };
    case '/api/v2/order_status/':
      return own ? { body: showOrder(own) } : fault('404.002', 'Order not found.', 404);
    case '/api/v2/cancel_order/':
      if (own?.status !== 'open') return fault('404.002', 'Order not found.', 404);
      core.cancel(own);
      return { body: { id: own.id, amount: own.quantity.toString(), price: '0', type: 0 } };
    case '/api/v2/withdrawal-requests/': {
      const [offset, limit] = [Number(input['offset']), Number(input['limit'])];
      const from = Date.now() - Number(input['timedelta']) * 1000;
      const recent = core.withdrawals.filter(({ at }) => at >= from);
      return { body: recent.slice(offset, offset + limit).map(showWithdrawal) };
    }
    case '/api/v2/crypto-transactions/': {
      const { offset, limit, since_timestamp: from, until_timestamp: to } = input;
      if (Number(to) - Number(from) > 30 * 86_400) return fault('400.001', 'The period is too long.');
      const all = core.depositsSince(Number(from) * 1000);
      const rows = all.slice(Number(offset), Number(offset) + Number(limit));
      return { body: { deposits: rows.map(showDeposit), withdrawals: [], ripple_iou_transactions: [] } };
    }
    default:
      return fault('404.001', 'Not found.', 404);
  }
}

const KNOWN = new Set([
  'amount',
  'price',
  'client_order_id',
  'ioc_order',
  'moc_order',
  'fok_order',
  'gtd_order',
]);

function place(core: Core, side: 'buy' | 'sell', isMarket: boolean, input: Parameters): Answer {
  // The real exchange ignores what it does not know, so that an order of another type would be placed.
  const strange = Object.keys(input).find((name) => !KNOWN.has(name));
  if (strange !== undefined) return fault('400.007', { [strange]: ['Unknown.'] });
  const { client_order_id: clientId = '', amount = '', price = '', ioc_order, moc_order } = input;
  if (core.orders.some((one) => one.clientId === clientId))
    return fault('400.019', { __all__: ['Order with this client_order_id exists.'] });
  const draft = {
    clientId,
    side,
    quantity: Decimal.parse(amount),
    price: isMarket ? null : Decimal.parse(price),
  };
  const type = ioc_order === 'true' ? 'ioc' : moc_order === 'true' ? 'post-only' : 'limit';
  let order = core.place({ ...draft, type: isMarket ? 'market' : type });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string')
    return fault('400.009', { __all__: ['Check your account balance for details.'] });
  return {
    body: {
      id: order.id,
      market: 'BTC/USDT',
      datetime: timeOf(order.at),
      type: side === 'buy' ? '0' : '1',
      price,
      amount,
      client_order_id: clientId,
    },
  };
}

const timeOf = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '000');

const STATES = { open: 'Open', filled: 'Finished', cancelled: 'Canceled' };

const showOrder = ({ id, clientId, side, type, quantity, filled, status, trades, at }: CoreOrder) => ({
  id,
  client_order_id: clientId,
  datetime: timeOf(at),
  market: 'BTC/USDT',
  type: side === 'buy' ? '0' : '1',
  subtype: type === 'market' ? 'MARKET' : 'LIMIT',
  status: STATES[status],
  amount_remaining: quantity.minus(filled).toString(),
  transactions: trades.map((trade) => ({
    tid: trade.id,
    price: trade.price.toString(),
    btc: trade.quantity.toString(),
    usdt: trade.price.times(trade.quantity).toString(),
    fee: trade.fee.toString(),
    datetime: timeOf(trade.at),
    type: 2,
  })),
});

const showBalance = (core: Core, asset: string) => ({
  currency: asset.toLowerCase(),
  total: core.free(asset).plus(core.locked(asset)).toString(),
  available: core.free(asset).toString(),
  reserved: core.locked(asset).toString(),
});

const ABOUT_RECIPIENTS = new Set(['beneficiary_thirdparty', 'beneficiary_info', 'vasp_uuid']);

function withdraw(core: Core, asset: string, { amount = '', address = '', ...rest }: Parameters): Answer {
  if (Object.keys(rest).some((name) => !ABOUT_RECIPIENTS.has(name)))
    return fault('400.007', { __all__: ['Unknown parameters.'] });
  const made = core.withdraw({ reference: '', asset, amount, address });
  if (made === 'minimum') return fault('400.026', { amount: ['Ensure this value is greater.'] });
  if (typeof made === 'string')
    return fault('400.009', { __all__: ['Check your account balance for details.'] });
  return { body: { withdrawal_id: made.id } };
}

const CODES = { processing: 1, failed: 4, completed: 2 };

const showWithdrawal = ({ id, asset, amount, address, state, hash, at }: CoreWithdrawal) => ({
  id,
  datetime: timeOf(at),
  type: 16,
  currency: asset,
  amount,
  address,
  status: CODES[state],
  transaction_id: hash || null,
});

const DEPOSIT_STATUSES = {
  pending: 'PENDING',
  locked: 'IN_PROCESSING',
  information: 'PENDING',
  credited: 'FINALIZED',
  rejected: 'REVERTED',
};

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  id: Number(id),
  network: 'ethereum',
  currency: asset,
  destinationAddress: address,
  txid: hash,
  amount,
  datetime: Math.floor(at / 1000),
  status: DEPOSIT_STATUSES[state],
  pending_reason: state === 'information' ? 'ADDITIONAL_INFORMATION_MISSING' : null,
});

const CHAINS: Readonly<Record<string, string>> = { btc: 'bitcoin', eth: 'ethereum' };

/** It names neither the asset nor the network. */
function showAddress({ address }: Core, asset: string, input: Parameters): Answer {
  const wrong = faultIn(input, () => ({ network: oneOf(CHAINS[asset]) }));
  return wrong === undefined ? { body: { address } } : fault('400.007', { network: [wrong] });
}
