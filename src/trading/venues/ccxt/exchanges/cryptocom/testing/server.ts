import { Decimal } from '../../../../../../kernel/index.ts';
import type { BookChange, Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import { KEYS } from '../../../testing/keys.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { INSTRUMENTS, NETWORKS } from './published.ts';
import { signatureOf } from './wire.ts';

const WINDOW_MS = 60_000;
const DAY_NS = 86_400_000_000_000n;
const INSTRUMENT = 'BTC_USDT';
const result = (value: unknown): Answer => ({ body: { id: 1, code: 0, result: value } });
const fault = (code: number, message: string, status = 400): Answer => ({
  status,
  body: { id: 1, code, message },
});

type Parameters = Readonly<Record<string, string>>;

/**
 * A heartbeat that wants an answer, amounts as texts only, orders that are only acknowledged, and trades of a day at a
 * time.
 */
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
  // It is not known which kind it is.
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  withdrawalFees: 'on top',
  encode: (id) => id,
  decimals: 8,
  failureReason: 'The venue reports it failed.',
  deposits: { states: ['pending', 'credited', 'rejected'] },
  operations: {
    'POST /exchange/v1/private/get-deposit-history': 'listDeposits',
    'POST /exchange/v1/private/create-withdrawal': 'withdraw',
    'POST /exchange/v1/private/get-withdrawal-history': 'findWithdrawal',
    'POST /exchange/v1/private/create-order': 'placeOrder',
    'POST /exchange/v1/private/get-order-detail': 'findOrder',
    'POST /exchange/v1/private/user-balance': 'balances',
  },
  answer(core, request) {
    if (request.path === '/exchange/v1/public/get-instruments') return { body: INSTRUMENTS };
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    const { id, method } = JSON.parse(message) as { id: number; method: string };
    const reply = { id, method, code: 0 };
    const heartbeat = { id: Date.now(), method: 'public/heartbeat', code: 0 };
    if (method === 'public/respond-heartbeat') return [];
    return method === 'subscribe' ? [reply, heartbeat, push('book', core, core.book())] : [reply];
  },
  tell: (core, update) => push('book.update', core, { update, pu: core.sequence - 1 }),
};

const rows = (levels: BookChange['bids']) => levels.map(([price, quantity]) => [price, quantity, '1']);
const shown = ({ bids, asks }: BookChange) => ({ bids: rows(bids), asks: rows(asks) });

function push(
  channel: 'book' | 'book.update',
  { sequence: u }: Core,
  book: BookChange | { readonly update: BookChange; readonly pu: number },
) {
  const levels = 'update' in book ? { ...book, update: shown(book.update) } : shown(book);
  const data = [{ ...levels, t: Date.now(), tt: Date.now(), u, cs: 1 }];
  const subscription = `book.${INSTRUMENT}.50`;
  return {
    id: channel === 'book' ? 1 : -1,
    method: 'subscribe',
    code: 0,
    result: { instrument_name: INSTRUMENT, subscription, channel, depth: 50, data },
  };
}

function refusalOf({ path, signed }: Incoming): Answer | undefined {
  const { id, method, params, api_key, nonce, sig } = JSON.parse(signed) as Record<string, string>;
  const isOwn = api_key === KEYS.key && path === `/exchange/v1/${method}`;
  if (!isOwn || sig !== signatureOf(method ?? '', id ?? '', params, nonce ?? ''))
    return fault(40101, 'UNAUTHORIZED', 401);
  return Math.abs(Date.now() - Number(nonce)) > WINDOW_MS ? fault(40102, 'INVALID_NONCE') : undefined;
}

function answerSigned(core: Core, { path, signed }: Incoming): Answer {
  const { params } = JSON.parse(signed) as { params: Parameters };
  const own = core.orders.find(({ clientId }) => clientId === params['client_oid']);
  switch (path.replace('/exchange/v1/private/', '')) {
    case 'get-currency-networks':
      return result(NETWORKS);
    case 'user-balance':
      return result({ data: [{ position_balances: core.assets.map((asset) => showBalance(core, asset)) }] });
    case 'get-fee-rate':
      return result({
        spot_tier: '1',
        effective_spot_maker_rate_bps: '8',
        effective_spot_taker_rate_bps: '10',
      });
    case 'create-order':
      return place(core, params);
    case 'get-order-detail':
      return own ? result(showOrder(own)) : fault(40401, 'NOT_FOUND', 200);
    case 'cancel-order':
      if (own?.status !== 'open') return fault(212, 'INVALID_ORDERID');
      core.cancel(own);
      return result({ order_id: own.id, client_oid: own.clientId });
    case 'get-open-orders':
      return result({ data: core.orders.filter(({ status }) => status === 'open').map(showOrder) });
    case 'get-order-history':
      return endedWithin(core, params);
    case 'get-trades':
      return tradesWithin(core, params);
    case 'create-withdrawal':
      return withdraw(core, params);
    case 'get-withdrawal-history': {
      const found = core.withdrawals
        .filter(
          ({ asset, at }) => asset === (params['currency'] ?? asset) && at >= Number(params['start_ts'] ?? 0),
        )
        .toReversed();
      const [size, page] = [Number(params['page_size']), Number(params['page'])];
      return result({ withdrawal_list: found.slice(page * size, (page + 1) * size).map(showWithdrawal) });
    }
    case 'get-deposit-address':
      return showAddresses(core, params);
    case 'get-deposit-history': {
      const all = core.depositsSince(Number(params['start_ts'] ?? 0));
      const [size, page] = [Number(params['page_size']), Number(params['page'])];
      return result({ deposit_list: all.slice(page * size, (page + 1) * size).map(showDeposit) });
    }
    default:
      return fault(40301, 'METHOD_NOT_FOUND');
  }
}

/** The newest first; never more than 100, and never of more than a day. */
function endedWithin(core: Core, { start_time = '0', end_time = '0' }: Parameters): Answer {
  const [start, end] = [BigInt(start_time), BigInt(end_time)];
  if (end - start > DAY_NS) return fault(40006, 'INVALID_DATE');
  const ended = core.orders.filter(({ status }) => status !== 'open').map(showOrder);
  const within = ended.filter(({ create_time_ns: at }) => BigInt(at) >= start && BigInt(at) < end);
  return result({ data: within.toReversed().slice(0, 100) });
}

/** The newest first; never more than 100, and never of more than a day. */
function tradesWithin(core: Core, { start_time = '0', end_time = '0' }: Parameters): Answer {
  const [start, end] = [BigInt(start_time), BigInt(end_time)];
  if (end - start > DAY_NS) return fault(40006, 'INVALID_DATE');
  const trades = core.orders.flatMap(showTrades).filter(({ create_time_ns: at }) => {
    return BigInt(at) >= start && BigInt(at) < end;
  });
  return result({ data: trades.toReversed().slice(0, 100) });
}

function place(core: Core, input: Parameters): Answer {
  const { client_oid = '', side, type, time_in_force, exec_inst = '', quantity, price } = input;
  if (typeof quantity !== 'string' || (type === 'LIMIT' && typeof price !== 'string'))
    return fault(40003, 'INVALID_REQUEST');
  if (client_oid.length > 36) return fault(40004, 'MISSING_OR_INVALID_ARGUMENT');
  if (core.orders.some(({ clientId }) => clientId === client_oid)) return fault(204, 'DUPLICATE_CLORDID');
  const draft = {
    clientId: client_oid,
    side: side === 'BUY' ? 'buy' : 'sell',
    quantity: Decimal.parse(quantity),
    price: type === 'MARKET' || price === undefined ? null : Decimal.parse(price),
  } as const;
  const kind = time_in_force === 'IMMEDIATE_OR_CANCEL' ? 'ioc' : 'limit';
  const isPostOnly = exec_inst.includes('POST_ONLY');
  let order = core.place({
    ...draft,
    type: type === 'MARKET' ? 'market' : isPostOnly ? 'post-only' : kind,
  });
  if (order === 'wouldTake') {
    // It is acknowledged, and ends without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault(306, 'INSUFFICIENT_AVAILABLE_BALANCE');
  return result({ order_id: order.id, client_oid });
}

const STATES = { open: 'ACTIVE', filled: 'FILLED', cancelled: 'CANCELED' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  account_id: '1',
  order_id: id,
  client_oid: clientId,
  order_type: type === 'market' ? 'MARKET' : 'LIMIT',
  time_in_force: type === 'ioc' ? 'IMMEDIATE_OR_CANCEL' : 'GOOD_TILL_CANCEL',
  side: side.toUpperCase(),
  exec_inst: type === 'post-only' ? ['POST_ONLY'] : [],
  quantity: quantity.toString(),
  ...(price && { limit_price: price.toString() }),
  avg_price: '0',
  cumulative_quantity: filled.toString(),
  cumulative_value: '0',
  cumulative_fee: '0',
  status: STATES[status],
  instrument_name: INSTRUMENT,
  fee_instrument_name: side === 'buy' ? 'BTC' : 'USDT',
  create_time: at,
  create_time_ns: String(BigInt(at) * 1_000_000n),
  update_time: at,
});

const showTrades = ({ id: order_id, clientId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    account_id: '1',
    journal_type: 'TRADING',
    side: side.toUpperCase(),
    instrument_name: INSTRUMENT,
    fees: fee.negate().toString(),
    trade_id: id,
    create_time: at,
    create_time_ns: String(BigInt(at) * 1_000_000n + (BigInt(id) % 1_000_000n)),
    traded_price: price.toString(),
    traded_quantity: quantity.toString(),
    fee_instrument_name: feeAsset,
    client_oid: clientId,
    taker_side: 'TAKER',
    order_id,
  }));

const showBalance = (core: Core, asset: string) => ({
  instrument_name: asset,
  quantity: core.free(asset).plus(core.locked(asset)).toString(),
  reserved_qty: core.locked(asset).toString(),
});

function withdraw(core: Core, input: Parameters): Answer {
  const { currency = '', amount, address = '', network_id, client_wid = '' } = input;
  if (typeof amount !== 'string') return fault(40003, 'INVALID_REQUEST');
  const networks = (NETWORKS.currency_map as Record<string, { default_network: string }>)[currency];
  if (networks?.default_network !== network_id) return fault(40004, 'MISSING_OR_INVALID_ARGUMENT');
  const made = core.withdraw({ reference: client_wid, asset: currency, amount, address });
  if (made === 'minimum') return fault(40004, 'MISSING_OR_INVALID_ARGUMENT');
  if (typeof made === 'string') return fault(306, 'INSUFFICIENT_AVAILABLE_BALANCE');
  return result({ id: made.id, amount, fee: made.fee, symbol: currency, address, client_wid });
}

const CODES = { processing: '1', failed: '4', completed: '5' };

const showWithdrawal = ({ id, asset, amount, fee, reference, address, state, hash, at }: CoreWithdrawal) => ({
  id,
  currency: asset,
  client_wid: reference,
  fee,
  create_time: at,
  update_time: at,
  amount,
  address,
  status: CODES[state],
  txid: hash,
  network_id: null,
});

const DEPOSIT_CODES = { pending: '0', locked: '0', information: '3', credited: '1', rejected: '2' };

/** Without a network, and with numbers that are not texts. */
const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  id,
  currency: asset,
  fee: 0,
  create_time: at,
  update_time: at,
  amount: Number(amount),
  address,
  status: DEPOSIT_CODES[state],
  txid: `${hash}/0`,
});

function showAddresses({ address, olderAddress }: Core, input: Parameters): Answer {
  const wrong = faultIn(input, () => ({ currency: oneOf(...Object.keys(NETWORKS.currency_map)) }));
  if (wrong !== undefined) return fault(40004, 'MISSING_OR_INVALID_ARGUMENT');
  const { currency } = input;
  const row = { currency, create_time: Date.now(), id: '1' };
  return result({
    deposit_address_list: [
      { ...row, address: 'other', status: '1', network: 'CRO' },
      { ...row, address: olderAddress, status: '0', network: currency },
      { ...row, address, status: '1', network: currency },
    ],
  });
}
