import { createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
import {
  BOOKS,
  ORDERS,
  WITHDRAWALS,
  type Answer,
  type Dialect,
  type Incoming,
} from '../../../testing/loopback.ts';
import { faultIn, oneOf } from '../../../testing/strict.ts';
import { COINS, coinsFor, EXCHANGE_INFO } from './published.ts';

const SYMBOL = 'BTCUSDT';
export const fault = (code: number, msg: string): Answer => ({ status: 400, body: { code, msg } });

/** Signed REST calls with a receive window, and the stream of differences in depth. */
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
  minNotional: '5',
  withdrawalFee: { kind: 'inside', fee: '0.0005' },
  encode: (id) => id,
  deposits: { states: ['pending', 'locked', 'information', 'credited', 'rejected'] },
  operations: {
    'GET /sapi/v1/capital/deposit/hisrec': 'listDeposits',
    'POST /sapi/v1/capital/withdraw/apply': 'withdraw',
    'GET /sapi/v1/capital/withdraw/history': 'findWithdrawal',
    'POST /api/v3/order': 'placeOrder',
    'GET /api/v3/order': 'findOrder',
    'GET /api/v3/account': 'balances',
  },
  answer(core, request) {
    if (request.path === '/api/v3/exchangeInfo') return { body: EXCHANGE_INFO };
    if (request.path === '/api/v3/depth') return { body: { lastUpdateId: core.sequence, ...core.book() } };
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear: () => [],
  tell: ({ sequence }, { bids: b, asks: a }) => ({
    e: 'depthUpdate',
    E: Date.now(),
    s: SYMBOL,
    U: sequence,
    u: sequence,
    b,
    a,
  }),
};

export function refusalOf({ headers, signed }: Incoming): Answer | undefined {
  const [text = '', signature] = signed.split('&signature=');
  if (headers['x-mbx-apikey'] !== KEYS.key)
    return fault(-2015, 'Invalid API-key, IP, or permissions for action.');
  if (signature !== createHmac('sha256', KEYS.secret).update(text).digest('hex'))
    return fault(-1022, 'Signature for this request is not valid.');
  const parameters = new URLSearchParams(text);
  const age = Date.now() - Number(parameters.get('timestamp'));
  return age > Number(parameters.get('recvWindow') ?? 5000) || age < -1000
    ? fault(-1021, 'Timestamp for this request is outside of the recvWindow.')
    : undefined;
}

function answerSigned(core: Core, { method, path, signed }: Incoming): Answer {
  const input = Object.fromEntries(new URLSearchParams(signed));
  switch (`${method} ${path}`) {
    case 'GET /sapi/v1/account/apiRestrictions':
      return {
        body: {
          ipRestrict: core.permissions.isBound,
          enableReading: true,
          enableSpotAndMarginTrading: core.permissions.trade,
          enableWithdrawals: core.permissions.withdraw,
        },
      };
    case 'GET /api/v3/account':
      return { body: { balances: core.assets.map((asset) => showBalance(core, asset)) } };
    case 'GET /sapi/v1/capital/config/getall':
      return { body: coinsFor(core.withdrawalFee.fee) };
    case 'GET /sapi/v1/asset/tradeFee':
      return { body: [{ symbol: SYMBOL, makerCommission: '0.0008', takerCommission: '0.001' }] };
    case 'GET /sapi/v1/localentity/questionnaire-requirements':
      return { body: { questionnaireCountryCode: 'NIL' } };
    case 'GET /sapi/v2/localentity/withdraw/history':
      return { body: [] };
    case 'POST /sapi/v1/capital/withdraw/apply':
      return withdraw(core, input);
    case 'GET /sapi/v1/capital/withdraw/history':
      return { body: withdrawalsFor(core, input).map(showWithdrawal) };
    case 'GET /sapi/v1/capital/deposit/address':
      return showAddress(core, input);
    case 'GET /sapi/v1/capital/deposit/hisrec': {
      const { startTime = 0, endTime = Infinity, offset = 0, limit = 1000 } = input;
      if (Number(endTime) - Number(startTime) > 90 * 86_400_000)
        return fault(-4047, 'Time interval is too long.');
      const all = core.depositsSince(Number(startTime));
      return { body: all.slice(Number(offset), Number(offset) + Number(limit)).map(showDeposit) };
    }
    case 'POST /api/v3/order':
      return place(core, input);
    case 'GET /api/v3/order':
    case 'DELETE /api/v3/order':
      return findOrCancel(core, method, input);
    case 'GET /api/v3/allOrders':
      return ordersFor(core, input);
    case 'GET /api/v3/myTrades':
      return { body: tradesOf(core, input) };
    default:
      return { status: 404, body: { code: -1, msg: `There is no ${path}.` } };
  }
}

const DAY_MS = 86_400_000;

/** The oldest first, of a day at most or from an id on; never more than 1000. */
function ordersFor(
  core: Core,
  { orderId, startTime, endTime, limit = '500' }: Record<string, string>,
): Answer {
  if (orderId === undefined && Number(endTime) - Number(startTime) > DAY_MS)
    return fault(-1127, 'More than 24 hours between startTime and endTime.');
  const isAsked = ({ id, at }: CoreOrder): boolean =>
    orderId === undefined ? at >= Number(startTime) && at <= Number(endTime) : BigInt(id) >= BigInt(orderId);
  return { body: core.orders.filter(isAsked).slice(0, Number(limit)).map(showOrder) };
}

/** The oldest first, from an id on; never more than 1000. */
function tradesOf(core: Core, { orderId, fromId = '0', limit = '500' }: Record<string, string>) {
  const trades = core.orders.filter(({ id }) => id === orderId).flatMap(showTrades);
  const from = trades.filter(({ id }) => BigInt(id) >= BigInt(fromId));
  return from.slice(0, Math.min(Number(limit), 1000));
}

function place(core: Core, input: Record<string, string>): Answer {
  const { newClientOrderId = '', side = '', type = '', timeInForce, quantity = '', price } = input;
  // A repeated id is refused only while the first order is open.
  if (core.orders.some((one) => one.clientId === newClientOrderId && one.status === 'open'))
    return fault(-2010, 'Duplicate order sent.');
  const order = core.place({
    clientId: newClientOrderId,
    side: side === 'BUY' ? 'buy' : 'sell',
    type:
      ({ MARKET: 'market', LIMIT_MAKER: 'post-only' }[type] as 'market') ??
      (timeInForce === 'IOC' ? 'ioc' : 'limit'),
    quantity: Decimal.parse(quantity),
    price: price === undefined ? null : Decimal.parse(price),
  });
  if (order === 'wouldTake') return fault(-2010, 'Order would immediately match and take.');
  if (typeof order === 'string')
    return fault(-2010, 'Account has insufficient balance for requested action.');
  return { body: showOrder(order) };
}

function findOrCancel(core: Core, method: string, { origClientOrderId }: Record<string, string>): Answer {
  const order = core.orders.findLast(({ clientId }) => clientId === origClientOrderId);
  if (!order)
    return method === 'GET' ? fault(-2013, 'Order does not exist.') : fault(-2011, 'Unknown order sent.');
  if (method === 'DELETE' && order.status !== 'open') return fault(-2011, 'Unknown order sent.');
  if (method === 'DELETE') core.cancel(order);
  return { body: showOrder(order) };
}

const STATES = { open: 'NEW', filled: 'FILLED', cancelled: 'EXPIRED' };

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  symbol: SYMBOL,
  orderId: id,
  clientOrderId: clientId,
  price: price?.toString() ?? '0.00000000',
  origQty: quantity.toString(),
  executedQty: filled.toString(),
  status: STATES[status],
  timeInForce: type === 'ioc' ? 'IOC' : 'GTC',
  type: type === 'market' ? 'MARKET' : type === 'post-only' ? 'LIMIT_MAKER' : 'LIMIT',
  side: side.toUpperCase(),
  time: at,
  transactTime: at,
});

const showTrades = ({ id: orderId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    symbol: SYMBOL,
    id,
    orderId,
    price: price.toString(),
    qty: quantity.toString(),
    commission: fee.toString(),
    commissionAsset: feeAsset,
    time: at,
    isBuyer: side === 'buy',
    isMaker: false,
  }));

function showBalance(core: Core, asset: string) {
  return { asset, free: core.free(asset).toString(), locked: core.locked(asset).toString() };
}

export function withdraw(core: Core, input: Record<string, string>): Answer {
  const { coin = '', amount = '', address = '', network, withdrawOrderId = '', walletType } = input;
  // Without it the account's own choice counts, which here is the funding wallet, and that is empty.
  if (walletType !== '0') return fault(-4026, 'The user has insufficient balance available.');
  if (!COINS.some((one) => one.coin === coin && one.networkList[0]?.network === network))
    return fault(-4019, 'Current asset is not open for withdrawal.');
  const made = core.withdraw({ reference: withdrawOrderId, asset: coin, amount, address });
  if (made === 'minimum') return fault(-4022, 'Not less than the minimum pick-up quantity 0.001.');
  if (typeof made === 'string') return fault(-4026, 'The user has insufficient balance available.');
  return { body: { id: made.id } };
}

const matches = ({ reference, id }: CoreWithdrawal, { withdrawOrderId, idList }: Record<string, string>) =>
  (withdrawOrderId === undefined || withdrawOrderId === reference) &&
  (idList === undefined || idList.split(',').includes(id));

/** Newest first, a page at most. */
function withdrawalsFor(core: Core, input: Record<string, string>): CoreWithdrawal[] {
  const [offset, limit] = [Number(input['offset'] ?? 0), Number(input['limit'] ?? 1000)];
  return core.withdrawals
    .filter((one) => matches(one, input) && one.at >= Number(input['startTime'] ?? 0))
    .toReversed()
    .slice(offset, offset + limit);
}

const CODES = { processing: 4, failed: 5, completed: 6 };

/** The amount is what arrives. */
export const showWithdrawal = ({
  id,
  asset,
  received: amount,
  fee: transactionFee,
  reference,
  address,
  state,
  hash,
  isInternal,
  reason,
}: CoreWithdrawal) => ({
  id,
  coin: asset,
  amount,
  transactionFee,
  transferType: isInternal ? 1 : 0,
  withdrawOrderId: reference,
  address,
  status: CODES[state],
  txId: isInternal ? 'Internal transfer 51376627901' : hash,
  info: reason,
});

const DEPOSIT_CODES = { pending: 0, locked: 6, information: 8, credited: 1, rejected: 2 };

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  id,
  amount,
  coin: asset,
  network: asset,
  status: DEPOSIT_CODES[state],
  address,
  addressTag: '',
  txId: hash,
  insertTime: at,
  transferType: 0,
  confirmTimes: '1/12',
});

function showAddress({ address }: Core, input: Record<string, string>): Answer {
  const { timestamp: _timestamp, recvWindow: _window, signature: _signature, ...asked } = input;
  const wrong = faultIn(asked, () => ({ coin: oneOf('BTC', 'ETH'), network: oneOf(asked['coin']) }));
  return wrong === undefined
    ? { body: { address, coin: asked['coin'], tag: '', url: '' } }
    : fault(-1102, `Mandatory parameter: ${wrong}`);
}
