import { Decimal } from '../../../../../../kernel/index.ts';
import type { Core, BookChange, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { claimsOf, KEYS } from './keys.ts';
import { CRYPTO, FIAT, NO_PRODUCTS, PRODUCTS, RATES, SUMMARY } from './published.ts';

const PRODUCT = 'BTC-USDT';
/** Small, so that what is sought may be on a later page. */
const ORDERS_A_PAGE = 2;
const FILLS_A_PAGE = 30;
const ACCOUNTS_A_PAGE = 2;
const body = (value: unknown): Answer => ({ body: value });
/** Before all that a test does. */
const BEGIN = new Date().toISOString();

const failed = (id: string, message: string): Answer => ({
  status: 400,
  body: { errors: [{ id, message }] },
});
const refusedOrder = (error: string): Answer =>
  body({ success: false, error_response: { error, message: error, new_order_failure_reason: error } });

const PUBLIC: Readonly<Record<string, unknown>> = {
  '/v2/currencies': FIAT,
  '/v2/currencies/crypto': CRYPTO,
  '/v2/exchange-rates': RATES,
};

/** Tokens that expire, no search by our id, a repeated id that answers the first order, and lists in pages. */
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
  keys: KEYS,
  feeIn: 'counter',
  minNotional: '1',
  withdrawalFee: { kind: 'on top', fee: '0.001' },
  encode: (id) => id,
  decimals: 8,
  deposits: { states: ['pending', 'credited', 'rejected'] },
  operations: {
    'POST /v2/accounts/account-ETH/transactions': 'withdraw',
    'GET /v2/accounts/account-ETH/transactions': 'findWithdrawal',
    'GET /v2/accounts/account-BTC/transactions': 'listDeposits',
    'POST /api/v3/brokerage/orders': 'placeOrder',
    'GET /api/v3/brokerage/orders/historical/batch': 'findOrder',
    'GET /api/v3/brokerage/accounts': 'balances',
  },
  answer(core, request) {
    const open = PUBLIC[request.path];
    if (open) return body(open);
    if (request.path === '/api/v3/brokerage/market/products')
      return body(request.query.includes('FUTURE') ? NO_PRODUCTS : PRODUCTS);
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    const { type, channel } = JSON.parse(message) as Record<string, string>;
    const isBook = type === 'subscribe' && channel === 'level2';
    const snapshot = isBook ? [push(core, 'l2_data', [showBook('snapshot', core.book())])] : [];
    return [...snapshot, push(core, 'subscriptions', [{ subscriptions: {} }])];
  },
  tell: (core, change) => envelope(core, 'l2_data', [showBook('update', change)]),
};

/** One number for all that is sent over a connection. */
function push(core: Core, channel: string, events: readonly object[]) {
  core.sequence += 1;
  return envelope(core, channel, events);
}

const envelope = ({ sequence }: Core, channel: string, events: readonly object[]) => ({
  channel,
  client_id: '',
  timestamp: new Date().toISOString(),
  sequence_num: sequence,
  events,
});

const rows = (side: string, levels: BookChange['bids']) =>
  levels.map(([price_level, new_quantity]) => ({
    side,
    event_time: new Date().toISOString(),
    price_level,
    new_quantity,
  }));

const showBook = (type: 'snapshot' | 'update', { bids, asks }: BookChange) => ({
  type,
  product_id: PRODUCT,
  updates: [...rows('bid', bids), ...rows('offer', asks)],
});

function refusalOf({ method, path, headers }: Incoming): Answer | undefined {
  const { sub, nbf = 0, exp = 0, uri = '' } = claimsOf(headers.authorization ?? '') ?? {};
  const now = Date.now() / 1000;
  const isOwn = sub === KEYS.key && uri.startsWith(`${method} `) && uri.endsWith(path);
  const isInTime = nbf <= now && now < exp && exp - nbf <= 120;
  return isOwn && isInTime ? undefined : { status: 401, body: { error: 'unauthorized' } };
}

function answerSigned(core: Core, { method, path, query, signed }: Incoming): Answer {
  const asked = Object.fromEntries(new URLSearchParams(query));
  const account = /^\/v2\/accounts\/account-(\w+)\/transactions(?:\/(.+))?$/.exec(path);
  if (account) {
    const [, asset = '', id] = account;
    if (method === 'POST') return withdraw(core, asset, JSON.parse(signed) as Record<string, string>);
    const own = transactionsOf(core, asset);
    if (id === undefined) return pageOfRows(own, asked);
    const found = own.find((one) => one.id === id);
    return found ? body({ data: found }) : failed('not_found', 'Not found');
  }
  const { asset: of } = /^\/v2\/accounts\/account-(?<asset>\w+)\/addresses$/.exec(path)?.groups ?? {};
  if (of !== undefined && method === 'GET') return pageOfRows(addressesOf(core, of), asked);
  switch (`${method} ${path}`) {
    case 'GET /api/v3/brokerage/accounts': {
      const rows = core.assets.map((asset) => showAccount(core, asset));
      return body(pageOf('accounts', rows, ACCOUNTS_A_PAGE, asked['cursor']));
    }
    case 'GET /api/v3/brokerage/key_permissions':
      return body({
        can_view: true,
        can_trade: core.permissions.trade,
        can_transfer: core.permissions.withdraw,
        portfolio_type: 'DEFAULT',
      });
    case 'GET /api/v3/brokerage/transaction_summary':
      return body(SUMMARY);
    case 'POST /api/v3/brokerage/orders':
      return place(core, JSON.parse(signed) as OrderInput);
    case 'GET /api/v3/brokerage/orders/historical/batch': {
      if (asked['client_order_id'] !== undefined)
        return failed('invalid_request', 'There is no such filter.');
      const start = Date.parse(asked['start_date'] ?? '');
      const rows = core.orders.filter(({ at }) => at >= start).reverse();
      return body(pageOf('orders', rows.map(showOrder), ORDERS_A_PAGE, asked['cursor']));
    }
    case 'GET /api/v3/brokerage/orders/historical/fills': {
      const rows = core.orders.filter(({ id }) => id === asked['order_ids']).flatMap(showTrades);
      return body(pageOf('fills', rows, FILLS_A_PAGE, asked['cursor']));
    }
    case 'POST /api/v3/brokerage/orders/batch_cancel':
      return cancel(core, JSON.parse(signed) as { order_ids: string[] });
    default:
      return { status: 404, body: { error: 'not_found' } };
  }
}

function pageOf(name: string, rows: readonly object[], size: number, cursor = '0') {
  const end = Number(cursor) + size;
  const isMore = end < rows.length;
  return { [name]: rows.slice(Number(cursor), end), has_next: isMore, cursor: isMore ? String(end) : '' };
}

function pageOfRows(rows: readonly { readonly id: string }[], asked: Record<string, string>): Answer {
  const strange = Object.keys(asked).find((name) => name !== 'limit' && name !== 'starting_after');
  if (strange !== undefined) return failed('invalid_request', `There is no ${strange}.`);
  const limit = Number(asked['limit'] ?? 25);
  if (limit > 100) return failed('invalid_request', 'The limit is 100.');
  const start = rows.findIndex(({ id }) => id === asked['starting_after']) + 1;
  return body({ data: rows.slice(start, start + limit) });
}

/** What left, what arrived and what was traded, newest first. */
function transactionsOf(core: Core, asset: string) {
  const left = core.withdrawals.filter((one) => one.asset === asset).map(showWithdrawal);
  const arrived = core.deposits.filter((one) => one.asset === asset).map(showDeposit);
  const amount = { amount: '0.5', currency: asset };
  const traded = [
    { id: `trade-${asset}`, type: 'advanced_trade_fill', status: 'completed', amount, created_at: BEGIN },
  ];
  return [...left, ...arrived, ...traded].toSorted(
    (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
  );
}

const addressesOf = ({ address, olderAddress }: Core, asset: string) => [
  {
    id: `${asset}-2`,
    address,
    address_info: { address },
    network: 'ethereum',
    default_receive: true,
    resource: 'address',
  },
  { id: `${asset}-1`, address: olderAddress, network: 'ethereum', default_receive: false },
  { id: `${asset}-0`, address: '0xother', network: 'base', default_receive: true },
];

interface OrderInput {
  readonly client_order_id: string;
  readonly side: string;
  readonly order_configuration: Readonly<
    Record<string, { readonly base_size: string; readonly limit_price: string; readonly post_only?: boolean }>
  >;
}

function place(core: Core, { client_order_id, side, order_configuration }: OrderInput): Answer {
  const accepted = ({ id }: CoreOrder): Answer =>
    body({
      success: true,
      success_response: { order_id: id, product_id: PRODUCT, side, client_order_id },
      order_configuration,
    });
  const first = core.orders.find(({ clientId }) => clientId === client_order_id);
  if (first) return accepted(first);
  const [[kind, sizes] = ['', undefined]] = Object.entries(order_configuration);
  if (!sizes) return refusedOrder('UNSUPPORTED_ORDER_CONFIGURATION');
  const order = core.place({
    clientId: client_order_id,
    side: side === 'BUY' ? 'buy' : 'sell',
    type: kind === 'sor_limit_ioc' ? 'ioc' : sizes.post_only ? 'post-only' : 'limit',
    quantity: Decimal.parse(sizes.base_size),
    price: Decimal.parse(sizes.limit_price),
  });
  if (order === 'wouldTake') return refusedOrder('INVALID_LIMIT_PRICE_POST_ONLY');
  return typeof order === 'string' ? refusedOrder('INSUFFICIENT_FUND') : accepted(order);
}

function cancel(core: Core, { order_ids }: { readonly order_ids: readonly string[] }): Answer {
  const results = order_ids.map((order_id) => {
    const order = core.orders.find(({ id, status }) => id === order_id && status === 'open');
    if (order) core.cancel(order);
    const failure_reason = order ? 'UNKNOWN_CANCEL_FAILURE_REASON' : 'UNKNOWN_CANCEL_ORDER';
    return { success: order !== undefined, failure_reason, order_id };
  });
  return body({ results });
}

const STATES = { open: 'OPEN', filled: 'FILLED', cancelled: 'CANCELLED' };

function showOrder({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) {
  const sizes = { base_size: quantity.toString(), limit_price: price?.toString() };
  return {
    order_id: id,
    product_id: PRODUCT,
    order_configuration:
      type === 'ioc'
        ? { sor_limit_ioc: sizes }
        : { limit_limit_gtc: { ...sizes, post_only: type === 'post-only' } },
    side: side.toUpperCase(),
    client_order_id: clientId,
    status: STATES[status],
    time_in_force: type === 'ioc' ? 'IMMEDIATE_OR_CANCEL' : 'GOOD_UNTIL_CANCELLED',
    created_time: new Date(at).toISOString(),
    filled_size: filled.toString(),
    average_filled_price: '0',
    total_fees: '0',
    order_type: 'LIMIT',
    product_type: 'SPOT',
  };
}

const showTrades = ({ id: order_id, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, at }) => ({
    entry_id: id,
    trade_id: id,
    order_id,
    trade_time: new Date(at).toISOString(),
    trade_type: 'FILL',
    price: price.toString(),
    size: quantity.toString(),
    commission: fee.toString(),
    product_id: PRODUCT,
    liquidity_indicator: 'TAKER',
    size_in_quote: false,
    side: side.toUpperCase(),
  }));

const showAccount = (core: Core, currency: string) => ({
  uuid: `account-${currency}`,
  name: `${currency} Wallet`,
  currency,
  available_balance: { value: core.free(currency).toString(), currency },
  hold: { value: core.locked(currency).toString(), currency },
  active: true,
  type: 'ACCOUNT_TYPE_CRYPTO',
});

function withdraw(core: Core, asset: string, input: Record<string, string>): Answer {
  const { type, to = '', amount = '', currency, network, idem = '' } = input;
  if (type !== 'send' || currency !== asset || network !== 'ethereum')
    return failed('validation_error', 'Invalid currency or network');
  const first = core.withdrawals.find(({ reference }) => reference === idem);
  if (first) return body({ data: showWithdrawal(first) });
  const made = core.withdraw({ reference: idem, asset, amount, address: to });
  if (made === 'minimum') return failed('validation_error', 'Amount too small');
  if (typeof made === 'string') return failed('validation_error', 'You do not have that much.');
  return body({ data: showWithdrawal(made) });
}

const STATUSES = { processing: 'pending', completed: 'completed', failed: 'failed' };

const showWithdrawal = ({
  id,
  asset,
  amount,
  fee,
  reference,
  address,
  state,
  hash,
  isInternal,
  reason,
  at,
}: CoreWithdrawal) => ({
  id,
  type: 'send',
  status: STATUSES[state],
  // With the fee.
  amount: { amount: Decimal.parse(amount).plus(Decimal.parse(fee)).negate().toString(), currency: asset },
  network: {
    status: isInternal ? 'off_blockchain' : 'pending',
    network_name: 'ethereum',
    transaction_amount: { amount, currency: asset },
    transaction_fee: { amount: fee, currency: asset },
    ...(hash && { hash }),
  },
  to: { resource: 'address', address },
  created_at: new Date(at).toISOString(),
  idem: reference,
  resource: 'transaction',
  details: { title: 'Sent', subtitle: reason },
});

const DEPOSIT_STATUSES = {
  pending: 'pending',
  locked: 'pending',
  information: 'pending',
  credited: 'completed',
  rejected: 'failed',
};

/** It does not say to which address of ours. */
const showDeposit = ({ id, asset, amount, hash, at, state }: CoreDeposit) => ({
  id,
  type: 'send',
  status: DEPOSIT_STATUSES[state],
  amount: { amount, currency: asset },
  network: { status: 'confirmed', network_name: 'ethereum', hash },
  from: { resource: 'address' },
  created_at: new Date(at).toISOString(),
  resource: 'transaction',
});
