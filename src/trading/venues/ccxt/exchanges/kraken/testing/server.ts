import { createHash, createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
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
import { faultIn, oneOf, text } from '../../../testing/strict.ts';
import { ASSETS, PAIRS } from './published.ts';

const NAMES: Readonly<Record<string, string>> = { BTC: 'XXBT', ETH: 'XETH', USDT: 'USDT' };
const CODES = Object.fromEntries(Object.entries(NAMES).map(([code, name]) => [name, code]));
const PAGE = 50;
/** The name of the pair in the stream. */
const SYMBOL = 'BTC/USDT';

const result = (value: unknown): Answer => ({ body: { error: [], result: value } });
const fault = (error: string): Answer => ({ body: { error: [error] } });

let lastNonce = 0;

/** Rising nonces, stored addresses, no reference of a withdrawal, and a repeated id taken once the first has ended. */
export const dialect: Dialect = {
  capabilities: [
    'balances',
    'withdrawals',
    'listableWithdrawals',
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'listableOrders',
    'marketOrders',
    ...BOOKS,
  ],
  feeIn: 'counter',
  minNotional: '0.5',
  withdrawalFee: { kind: 'inside', fee: '0.0001' },
  encode: (id) => id,
  soonestDeadlineMs: 1_500,
  decimals: 10,
  hasReferences: false,
  deposits: { states: ['pending', 'information', 'credited', 'rejected'] },
  operations: {
    'POST /0/private/DepositStatus': 'listDeposits',
    'POST /0/private/Withdraw': 'withdraw',
    'POST /0/private/AddOrder': 'placeOrder',
    'POST /0/private/OpenOrders': 'findOrder',
    'POST /0/private/BalanceEx': 'balances',
  },
  answer(core, request) {
    if (request.path === '/0/public/Assets') return result(ASSETS);
    if (request.path === '/0/public/AssetPairs') return result(PAIRS);
    return refusalOf(request) ?? answerSigned(core, request);
  },
  hear(core, message) {
    const { method, params } = JSON.parse(message) as { method: string; params: { symbol: string[] } };
    const [symbol] = params.symbol;
    if (symbol !== SYMBOL)
      return [{ method, success: false, error: `Currency pair not supported ${symbol}` }];
    const reply = { method, success: true, result: { channel: 'book', symbol } };
    return method === 'subscribe' ? [reply, bookText('snapshot', core, core.book())] : [reply];
  },
  tell: (core, change) => bookText('update', core, change),
};

function refusalOf({ path, signed, headers }: Incoming): Answer | undefined {
  const nonce = new URLSearchParams(signed).get('nonce') ?? '';
  const digest = createHash('sha256')
    .update(nonce + signed)
    .digest();
  const sign = createHmac('sha512', Buffer.from(KEYS.secret, 'base64')).update(path).update(digest);
  if (headers['api-key'] !== KEYS.key) return fault('EAPI:Invalid key');
  if (headers['api-sign'] !== sign.digest('base64')) return fault('EAPI:Invalid signature');
  if (Number(nonce) < lastNonce) return fault('EAPI:Invalid nonce');
  lastNonce = Number(nonce);
  return undefined;
}

function answerSigned(core: Core, { path, signed }: Incoming): Answer {
  const input = Object.fromEntries(new URLSearchParams(signed));
  const own = ({ clientId }: CoreOrder): boolean => clientId === (input['cl_ord_id'] ?? clientId);
  switch (path) {
    case '/0/private/BalanceEx':
      return result(Object.fromEntries(core.assets.map((asset) => [NAMES[asset], showBalance(core, asset)])));
    case '/0/private/TradeVolume':
      return result({
        currency: 'ZUSD',
        volume: '0.0000',
        fees: { XBTUSDT: { fee: '0.4000' } },
        fees_maker: { XBTUSDT: { fee: '0.2500' } },
      });
    case '/0/private/AddOrder':
      return place(core, input);
    case '/0/private/CancelOrder': {
      const order = core.orders.find(
        ({ clientId, status }) => clientId === input['cl_ord_id'] && status === 'open',
      );
      if (!order) return fault('EOrder:Unknown order');
      core.cancel(order);
      return result({ count: 1 });
    }
    case '/0/private/OpenOrders':
      return result({ open: showOrders(core.orders.filter((one) => own(one) && one.status === 'open')) });
    case '/0/private/ClosedOrders': {
      const [start, ofs] = [Number(input['start'] ?? 0), Number(input['ofs'] ?? 0)];
      const ended = core.orders
        .filter((one) => own(one) && one.status !== 'open' && one.at >= start * 1000)
        .toReversed();
      return result({ closed: showOrders(ended.slice(ofs, ofs + PAGE)), count: ended.length });
    }
    case '/0/private/QueryOrders':
      return result(showOrders(core.orders.filter(({ id }) => id === input['txid'])));
    case '/0/private/QueryTrades': {
      const wanted = (input['txid'] ?? '').split(',');
      if (wanted.length > 20 || wanted[0] === '') return fault('EGeneral:Invalid arguments');
      return result(Object.fromEntries(core.orders.flatMap((one) => showTrades(one, wanted))));
    }
    case '/0/private/WithdrawInfo':
      return withdrawInfo(core, input);
    case '/0/private/Withdraw':
      return withdraw(core, input);
    case '/0/private/DepositMethods':
      return depositMethods(input);
    case '/0/private/DepositAddresses':
      return depositAddresses(core, input);
    case '/0/private/DepositStatus':
      return depositStatus(core, input);
    case '/0/private/WithdrawStatus':
      return withdrawStatus(core, input);
    default:
      return fault('EGeneral:Unknown method');
  }
}

function place(core: Core, input: Record<string, string>): Answer {
  const {
    cl_ord_id = '',
    type,
    ordertype,
    timeinforce,
    volume = '',
    price,
    oflags = '',
    deadline = '',
  } = input;
  if (Date.parse(deadline) < Date.now()) return fault('EService:Deadline elapsed');
  if (core.orders.some(({ clientId, status }) => clientId === cl_ord_id && status === 'open'))
    return fault('EOrder:Duplicate client order ID');
  if (!oflags.split(',').includes('fciq')) return fault('EGeneral:Invalid arguments:oflags');
  const draft = {
    clientId: cl_ord_id,
    side: type === 'buy' ? ('buy' as const) : ('sell' as const),
    quantity: Decimal.parse(volume),
    price: ordertype === 'market' || price === undefined ? null : Decimal.parse(price),
  };
  const isPostOnly = oflags.split(',').includes('post');
  const kind =
    ordertype === 'market' ? 'market' : isPostOnly ? 'post-only' : timeinforce === 'IOC' ? 'ioc' : 'limit';
  let order = core.place({ ...draft, type: kind });
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault('EOrder:Insufficient funds');
  return result({ descr: { order: `${type} ${volume} XBTUSDT @ ${ordertype} ${price}` }, txid: [order.id] });
}

const STATES = { open: 'open', filled: 'closed', cancelled: 'canceled' };

const showOrders = (orders: readonly CoreOrder[]) =>
  Object.fromEntries(
    orders.map(({ id, clientId, side, type, price, quantity, filled, status, trades, at }) => [
      id,
      {
        cl_ord_id: clientId,
        userref: null,
        status: STATES[status],
        opentm: at / 1000,
        descr: {
          pair: 'XBTUSDT',
          type: side,
          ordertype: type === 'market' ? 'market' : 'limit',
          price: price?.toString() ?? '0',
          price2: '0',
        },
        vol: quantity.toString(),
        vol_exec: filled.toString(),
        cost: '0',
        fee: '0',
        price: '0',
        misc: '',
        oflags: 'fciq',
        trades: trades.map((trade) => trade.id),
      },
    ]),
  );

const showTrades = ({ id: ordertxid, side, trades }: CoreOrder, wanted: readonly string[]) =>
  trades
    .filter(({ id }) => wanted.includes(id))
    .map(({ id, price, quantity, fee, at }) => [
      id,
      {
        ordertxid,
        pair: 'XBTUSDT',
        time: at / 1000,
        type: side,
        ordertype: 'limit',
        maker: false,
        price: price.toString(),
        vol: quantity.toString(),
        fee: fee.toString(),
        cost: price.times(quantity).toString(),
      },
    ]);

const showBalance = (core: Core, asset: string) => ({
  balance: core.free(asset).plus(core.locked(asset)).toString(),
  hold_trade: core.locked(asset).toString(),
});

function withdrawInfo(
  { withdrawalFee: { fee } }: Core,
  { key, amount = '' }: Record<string, string>,
): Answer {
  if (key !== 'cold-wallet') return fault('EFunding:Unknown withdraw key');
  const net = Decimal.parse(amount).minus(Decimal.parse(fee)).toString();
  return result({ method: 'Ether', limit: '1000.0000000000', amount: net, fee });
}

function withdraw(
  core: Core,
  { asset = '', key, address = '', amount = '', max_fee: most }: Record<string, string>,
): Answer {
  if (key !== 'cold-wallet') return fault('EFunding:Unknown withdraw key');
  if (most !== undefined && Number(core.withdrawalFee.fee) > Number(most))
    return fault('EFunding:Max fee exceeded');
  const made = core.withdraw({ reference: '', asset: CODES[asset] ?? '', amount, address });
  if (made === 'minimum') return fault('EFunding:Invalid amount');
  if (typeof made === 'string') return fault('EFunding:Insufficient funds');
  return result({ refid: made.id });
}

function withdrawStatus(core: Core, { start = '0', limit = '500', cursor }: Record<string, string>): Answer {
  const all = core.withdrawals.filter(({ at }) => at >= Number(start) * 1000).toReversed();
  if (cursor === undefined) return result(all.slice(0, Number(limit)).map(showWithdrawal));
  const rest = cursor === 'true' ? all : rowsAfter(all, ({ id }) => id === cursor);
  const rows = rest.slice(0, Number(limit));
  return result({
    withdrawals: rows.map(showWithdrawal),
    ...(rest.length > rows.length && { next_cursor: rows.at(-1)?.id }),
  });
}

const STATUSES = { processing: 'Pending', completed: 'Success', failed: 'Failure' };

/** The amount is what arrives. */
const showWithdrawal = ({
  id,
  asset,
  received: amount,
  fee,
  address,
  state,
  hash,
  reason,
  at,
}: CoreWithdrawal) => ({
  method: 'Ether',
  aclass: 'currency',
  asset: NAMES[asset],
  refid: id,
  info: address,
  amount,
  txid: hash || null,
  fee,
  time: Math.floor(at / 1000),
  status: STATUSES[state],
  ...(reason && { 'status-prop': reason }),
});

const rows = (levels: BookChange['bids']): string =>
  levels.map(([price, quantity]) => `{"price":${price},"qty":${quantity}}`).join(',');

/** Numbers are written with all their zeros, as no JSON library would. */
function bookText(type: 'snapshot' | 'update', core: Core, { bids, asks }: BookChange): string {
  const time = new Date().toISOString();
  const body = `"bids":[${rows(bids)}],"asks":[${rows(asks)}],"checksum":${checksumOf(core)}`;
  return `{"channel":"book","type":"${type}","data":[{"symbol":"${SYMBOL}",${body},"timestamp":"${time}"}]}`;
}

/** Over ten levels of each side, asks first: price and quantity without the point and without leading zeros. */
function checksumOf(core: Core): number {
  const { bids, asks } = core.book();
  const texts = [...asks.slice(0, 10), ...bids.slice(0, 10)].flat();
  return crc32(texts.map((text) => BigInt(text.replace('.', '')).toString()).join(''));
}

function depositStatus(core: Core, { start = '0', limit = '500', cursor }: Record<string, string>): Answer {
  const all = core.depositsSince(Number(start) * 1000);
  const rest = cursor === 'true' ? all : rowsAfter(all, ({ id }) => id === cursor);
  const rows = rest.slice(0, Number(limit));
  return result({
    deposits: rows.map(showDeposit),
    ...(rest.length > rows.length && { next_cursor: rows.at(-1)?.id }),
  });
}

const DEPOSIT_STATUSES = {
  pending: 'Settled',
  locked: 'Pending',
  information: 'Success',
  credited: 'Success',
  rejected: 'Failure',
};

const showDeposit = ({ id, asset, amount, address, hash, at, state }: CoreDeposit) => ({
  method: 'Ether (Hex)',
  aclass: 'currency',
  asset: NAMES[asset],
  refid: id,
  txid: hash,
  info: address,
  amount,
  fee: '0.0000000000',
  time: Math.floor(at / 1000),
  status: DEPOSIT_STATUSES[state],
  ...(state === 'information' && { 'status-prop': 'on-hold' }),
});

const WAYS: Readonly<Record<string, readonly string[]>> = {
  XXBT: ['Bitcoin', 'Bitcoin Lightning'],
  XETH: ['Ether (Hex)', 'Arbitrum One (ETH)'],
  USDT: ['Tether USD (ERC20)', 'Tether USD (TRC20)'],
};

function depositMethods(input: Record<string, string>): Answer {
  const wrong = faultIn(input, () => ({ nonce: text, asset: oneOf(...Object.keys(WAYS)) }));
  if (wrong !== undefined) return fault(`EGeneral:Invalid arguments:${wrong}`);
  const ways = WAYS[input['asset'] ?? ''] ?? [];
  return result(ways.map((method) => ({ method, limit: false, 'gen-address': true })));
}

function depositAddresses({ address, olderAddress }: Core, input: Record<string, string>): Answer {
  const ways = WAYS[input['asset'] ?? ''] ?? [];
  const wrong = faultIn(input, () => ({ nonce: text, asset: text, method: oneOf(...ways) }));
  if (wrong !== undefined) return fault('EFunding:Invalid method');
  const past = String(Math.floor(Date.now() / 1000) - 60);
  return result([
    { address: olderAddress, expiretm: past, new: false },
    { address, expiretm: '0', new: true },
  ]);
}
