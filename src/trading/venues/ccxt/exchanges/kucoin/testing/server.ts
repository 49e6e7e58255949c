import { createHmac } from 'node:crypto';
import { Decimal } from '../../../../../../kernel/index.ts';
import { KEYS } from '../../../testing/keys.ts';
import type { Core, CoreDeposit, CoreOrder, CoreWithdrawal } from '../../../testing/core.ts';
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
import { CURRENCIES, SYMBOLS } from './published.ts';

const WINDOW_MS = 5_000;
const SYMBOL = 'BTC-USDT';
/** The one that trades; an account has either. */
type Wallet = 'trade' | 'trade_hf';
const BY_CLIENT_ID = /^\/api\/v1\/(?<hf>hf\/orders|order)\/client-order\/(?<id>[^/]+)$/;

const data = (value: unknown): Answer => ({ body: { code: '200000', data: value } });
const fault = (code: string, msg: string, status = 200): Answer => ({ status, body: { code, msg } });
const mac = (text: string): string => createHmac('sha256', KEYS.secret).update(text).digest('base64');

/** Five seconds for a signed request, amounts as texts, and ended orders shown by the `hf` endpoints only. */
const speaking = (wallet: Wallet): Dialect => ({
  capabilities: [
    'balances',
    ...WITHDRAWALS,
    'deposits',
    'depositAddresses',
    ...ORDERS,
    'listableOrders',
    ...BOOKS,
  ],
  feeIn: 'counter',
  minNotional: '0.2',
  withdrawalFee: { kind: 'on top', fee: '0.0005' },
  hasPayingWallet: true,
  encode: (id) => id,
  failureReason: 'The venue reports it failed.',
  deposits: {
    states: ['pending', 'locked', 'information', 'credited', 'rejected'],
    idOf: ({ hash, address, asset, amount, at }) =>
      `${hash}@${address} ${asset} ${asset.toLowerCase()} ${amount} ${at}`,
  },
  operations: {
    'GET /api/v1/deposits': 'listDeposits',
    'POST /api/v3/withdrawals': 'withdraw',
    'GET /api/v1/withdrawals': 'findWithdrawal',
    'POST /api/v3/accounts/universal-transfer': 'fund',
    'POST /api/v1/hf/orders': 'placeOrder',
    'GET /api/v1/hf/orders/client-order/': 'findOrder',
    'GET /api/v1/accounts': 'balances',
  },
  answer(core, request) {
    switch (request.path) {
      case '/api/v2/symbols':
        return data(SYMBOLS);
      case '/api/v3/currencies':
        return data(CURRENCIES);
      case '/api/v1/bullet-public':
        return data({
          token: 'token',
          instanceServers: [
            { endpoint: 'wss://ws-api-spot.kucoin.com/', protocol: 'websocket', encrypt: true },
          ],
        });
      default:
        return refusalOf(request) ?? answerSigned(core, wallet, request);
    }
  },
  hear(_core, message) {
    const { id, type } = JSON.parse(message) as { id: string; type: string };
    return [{ id, type: type === 'ping' ? 'pong' : 'ack' }];
  },
  tell: ({ sequence }, { bids, asks }) => ({
    type: 'message',
    topic: `/market/level2:${SYMBOL}`,
    subject: 'trade.l2update',
    data: {
      sequenceStart: sequence,
      sequenceEnd: sequence,
      symbol: SYMBOL,
      time: Date.now(),
      changes: {
        bids: bids.map((level) => [...level, String(sequence)]),
        asks: [...asks.map((level) => [...level, String(sequence)]), ['0', '0', String(sequence)]],
      },
    },
  }),
});

/** An account with a high-frequency wallet, which has all the money that trades. */
export const dialect: Dialect = speaking('trade_hf');
/** One without it. */
export const lowFrequency: Dialect = speaking('trade');

function refusalOf({ method, path, query, signed, headers }: Incoming): Answer | undefined {
  const at = String(headers['kc-api-timestamp']);
  const target = query ? `${path}?${query}` : path;
  if (headers['kc-api-key'] !== KEYS.key) return fault('400003', 'KC-API-KEY not exists', 401);
  if (headers['kc-api-passphrase'] !== mac(KEYS.password))
    return fault('400004', 'Invalid KC-API-PASSPHRASE', 401);
  if (headers['kc-api-sign'] !== mac(at + method + target + (method === 'POST' ? signed : '')))
    return fault('400005', 'Invalid KC-API-SIGN', 401);
  return Math.abs(Date.now() - Number(at)) > WINDOW_MS
    ? fault('400002', 'Invalid KC-API-TIMESTAMP', 400)
    : undefined;
}

function answerSigned(core: Core, wallet: Wallet, { method, path, query, signed }: Incoming): Answer {
  const input = (
    method === 'POST' ? JSON.parse(signed) : Object.fromEntries(new URLSearchParams(query))
  ) as Record<string, string>;
  const { hf, id } = BY_CLIENT_ID.exec(path)?.groups ?? {};
  if (id !== undefined) {
    const order = core.orders.find(({ clientId }) => clientId === id);
    const isShown = order && (hf === 'hf/orders' || order.status === 'open');
    if (method === 'DELETE') return cancel(core, order);
    return isShown ? data(showOrder(order)) : fault('400100', 'order_not_exist');
  }
  switch (`${method} ${path}`) {
    case 'GET /api/v1/accounts':
      return data(
        input['type'] === 'main'
          ? core.assets.map((asset) => showPayable(core, asset))
          : input['type'] === wallet
            ? core.assets.map((asset) => showBalance(core, asset, wallet))
            : [],
      );
    case 'POST /api/v3/accounts/universal-transfer':
      return transfer(core, wallet, input);
    case 'GET /api/v1/hf/accounts/opened':
      return data(wallet === 'trade_hf');
    case 'GET /api/v3/margin/symbols':
      return data({ timestamp: Date.now(), items: [] });
    case 'GET /api/v1/isolated/symbols':
      return data([]);
    case 'GET /api/v1/user/api-key': {
      const { trade, withdraw: mayWithdraw, isBound } = core.permissions;
      const permission = ['General', ...(trade ? ['Spot'] : []), ...(mayWithdraw ? ['Withdrawal'] : [])];
      return data({
        apiVersion: 3,
        permission: permission.join(','),
        ipWhitelist: isBound ? '192.0.2.1' : '',
      });
    }
    case 'GET /api/v1/trade-fees':
      return data([{ symbol: SYMBOL, takerFeeRate: '0.001', makerFeeRate: '0.0008' }]);
    case 'GET /api/v3/market/orderbook/level2':
      return data({ time: Date.now(), sequence: String(core.sequence), ...core.book() });
    case 'POST /api/v3/withdrawals':
      return withdraw(core, input);
    case 'GET /api/v1/withdrawals': {
      const [page, size] = [Number(input['currentPage'] ?? 1), Number(input['pageSize'] ?? 50)];
      const all = core.withdrawals.filter(({ at }) => at >= Number(input['startAt'] ?? 0)).toReversed();
      const items = all.slice((page - 1) * size, page * size).map(showWithdrawal);
      return data({ currentPage: page, pageSize: size, totalNum: all.length, items });
    }
    case 'GET /api/v3/deposit-addresses':
    case 'POST /api/v3/deposit-address/create':
      if (faultIn(input, () => ({ currency: oneOf('ETH'), chain: oneOf('eth') })) !== undefined)
        return fault('400100', 'Parameter error');
      if (method === 'POST' && core.hasAddress) return fault('260000', 'Deposit address already exists.');
      if (method === 'POST') {
        core.hasAddress = true;
        return data(showAddress(core, input));
      }
      return data(core.hasAddress ? [showAddress(core, input)] : []);
    case 'GET /api/v1/deposits': {
      const [page, size] = [Number(input['currentPage'] ?? 1), Number(input['pageSize'] ?? 50)];
      const all = core.depositsSince(Number(input['startAt'] ?? 0));
      const items = all.slice((page - 1) * size, page * size).map(showDeposit);
      return data({ currentPage: page, pageSize: size, totalNum: all.length, items });
    }
    case 'POST /api/v1/orders':
    case 'POST /api/v1/hf/orders':
      return place(core, input);
    case 'GET /api/v1/hf/orders/active':
      return data(core.orders.filter(({ status }) => status === 'open').map(showOrder));
    case 'GET /api/v1/hf/orders/done':
      return data(pageOfEnded(core, input));
    case 'GET /api/v1/hf/fills':
      return data(pageOfTrades(core, input));
    default:
      return fault('404000', 'URL not found', 404);
  }
}

/** The newest first; never more than 100. */
function pageOfEnded(core: Core, { startAt = '0', lastId }: Record<string, string>) {
  const ended = core.orders.filter(({ status, at }) => status !== 'open' && at >= Number(startAt));
  const items = rowsAfter(ended.toReversed(), ({ id }) => id === lastId).slice(0, 100);
  return { items: items.map(showOrder), lastId: items.at(-1)?.id ?? 0 };
}

/** The newest first; never more than 100. */
function pageOfTrades(core: Core, { orderId, lastId }: Record<string, string>) {
  const trades = core.orders.filter(({ id }) => id === orderId).flatMap(showTrades);
  const items = rowsAfter(trades.toReversed(), ({ id }) => String(id) === lastId).slice(0, 100);
  return { items, lastId: items.at(-1)?.id ?? 0 };
}

function place(core: Core, input: Record<string, string>): Answer {
  const { clientOid = '', side, timeInForce, postOnly, size = '', price = '' } = input;
  if (!/^[\w-]{1,40}$/.test(clientOid)) return fault('400100', 'clientOid is invalid');
  const draft = {
    clientId: clientOid,
    side: side === 'buy' ? 'buy' : 'sell',
    type: timeInForce === 'IOC' ? 'ioc' : postOnly ? 'post-only' : 'limit',
    quantity: Decimal.parse(size),
    price: Decimal.parse(price),
  } as const;
  let order = core.place(draft);
  if (order === 'wouldTake') {
    // It is taken, and ends at once without a trade.
    order = core.place({ ...draft, type: 'limit', price: Decimal.parse('0.01') });
    if (typeof order !== 'string') core.cancel(order);
  }
  if (typeof order === 'string') return fault('200004', 'Balance insufficient!');
  return data({ orderId: order.id, clientOid });
}

function cancel(core: Core, order: CoreOrder | undefined): Answer {
  if (order?.status !== 'open') return fault('400100', 'order_not_exist_or_not_allow_to_cancel');
  core.cancel(order);
  return data({ clientOid: order.clientId });
}

const showOrder = ({ id, clientId, side, type, price, quantity, filled, status, at }: CoreOrder) => ({
  id,
  clientOid: clientId,
  symbol: SYMBOL,
  opType: 'DEAL',
  type: type === 'market' ? 'market' : 'limit',
  side,
  price: price?.toString() ?? '0',
  size: quantity.toString(),
  funds: '0',
  dealSize: filled.toString(),
  dealFunds: '0',
  fee: '0',
  feeCurrency: 'USDT',
  timeInForce: type === 'ioc' ? 'IOC' : 'GTC',
  postOnly: type === 'post-only',
  cancelExist: status === 'cancelled',
  active: status === 'open',
  inOrderBook: status === 'open',
  createdAt: at,
  lastUpdatedAt: at,
  tradeType: 'TRADE',
});

const showTrades = ({ id: orderId, side, trades }: CoreOrder) =>
  trades.map(({ id, price, quantity, fee, feeAsset, at }) => ({
    id: Number(id),
    symbol: SYMBOL,
    tradeId: Number(id),
    orderId,
    counterOrderId: '1',
    side,
    liquidity: 'taker',
    forceTaker: false,
    price: price.toString(),
    size: quantity.toString(),
    funds: price.times(quantity).toString(),
    fee: fee.toString(),
    feeRate: '0.001',
    feeCurrency: feeAsset,
    stop: '',
    tradeType: 'TRADE',
    type: 'limit',
    createdAt: at,
  }));

const showBalance = (core: Core, currency: string, type: string) => ({
  id: currency,
  currency,
  type,
  balance: core.free(currency).plus(core.locked(currency)).toString(),
  available: core.free(currency).toString(),
  holds: core.locked(currency).toString(),
});

const showPayable = (core: Core, currency: string) => ({
  id: `main-${currency}`,
  currency,
  type: 'main',
  available: core.payable(currency).toString(),
});

/** From the wallet that trades to the main one; no list shows it again. */
function transfer(core: Core, wallet: Wallet, input: Record<string, string>): Answer {
  const { clientOid = '', type, currency = '', amount, fromAccountType, toAccountType } = input;
  if (type !== 'INTERNAL' || toAccountType !== 'MAIN') return fault('400100', 'Parameter Error');
  if (fromAccountType !== wallet.toUpperCase()) return fault('230003', 'Balance insufficient');
  if (typeof amount !== 'string') return fault('400100', 'Parameter Error');
  if (core.transfer(clientOid, currency, amount)) return fault('230003', 'Balance insufficient');
  return data({ orderId: '1' });
}

function withdraw(core: Core, input: Record<string, string>): Answer {
  const { currency = '', chain, amount, toAddress = '', withdrawType, feeDeductType, remark = '' } = input;
  if (typeof amount !== 'string' || withdrawType !== 'ADDRESS') return fault('400100', 'Parameter Error');
  if (!CURRENCIES.some((one) => one.currency === currency && one.chains[0]?.chainId === chain))
    return fault('260210', 'withdraw.disabled');
  const kind = feeDeductType === 'EXTERNAL' ? 'on top' : 'inside';
  const fee = { ...core.withdrawalFee, kind } as const;
  const made = core.withdraw({ reference: remark, asset: currency, amount, address: toAddress }, fee);
  if (made === 'minimum') return fault('400100', 'Withdrawal amount is below the minimum requirement.');
  if (typeof made === 'string') return fault('260100', 'account.noBalance');
  return data({ withdrawalId: made.id });
}

const CODES = { processing: 'PROCESSING', failed: 'FAILURE', completed: 'SUCCESS' };

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
  at,
}: CoreWithdrawal) => ({
  id,
  currency: asset,
  chain: asset.toLowerCase(),
  status: CODES[state],
  address,
  memo: '',
  isInner: isInternal,
  amount,
  fee,
  walletTxId: hash || null,
  createdAt: at,
  updatedAt: at,
  remark: reference,
});

const showAddress = ({ address }: Core, { currency, chain }: Record<string, string>) => ({
  address,
  memo: '',
  chainId: chain,
  to: 'MAIN',
  expirationDate: 0,
  currency,
  contractAddress: '',
  chainName: 'ERC20',
});

const DEPOSIT_CODES = {
  pending: 'PROCESSING',
  locked: 'PRE_SUCCESS',
  information: 'WAIT_TRM_MGT',
  credited: 'SUCCESS',
  rejected: 'ROLLBACK',
};

/** Without an id, and with the address behind the hash. */
const showDeposit = ({ asset, amount, address, hash, at, state }: CoreDeposit) => ({
  currency: asset,
  chain: asset.toLowerCase(),
  status: DEPOSIT_CODES[state],
  address,
  memo: '',
  isInner: false,
  amount,
  fee: '0.0001',
  walletTxId: `${hash}@${address}`,
  createdAt: at,
  updatedAt: at,
  remark: '',
  arrears: false,
});
