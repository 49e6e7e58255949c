import { createHash, createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { CHAINS, CURRENCIES, PAIRS } from './published.ts';

/** The UUID as a number of base 62, after the prefix of ids of clients. */
const ID = 't-030OriNzL56jVcfsmVDc0T';
const REFERENCE = '0197e0f02b1c7cc1a9a10d6f3c1b2a3d';
/** In seconds; the window of 60 seconds ends with the deadline. */
const TIMESTAMP = String(DEADLINE.getTime() / 1000 - 60);
const FROM = String(NOW.getTime() / 1000 - 60);
const order = {
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'buy',
  amount: '0.01234',
  price: '59000.25',
  text: ID,
};

/** By our id, then among those that have ended. */
const find: Wire['find'] = [
  { request: `GET /api/v4/spot/orders/${ID}`, parameters: { currency_pair: 'BTC_USDT' } },
  {
    request: 'GET /api/v4/spot/orders',
    parameters: { currency_pair: 'BTC_USDT', status: 'finished', from: FROM, limit: '100', page: '1' },
  },
];

export const wire: Wire = {
  limit: [{ request: 'POST /api/v4/spot/orders', parameters: order }],
  ioc: [{ request: 'POST /api/v4/spot/orders', parameters: { ...order, time_in_force: 'ioc' } }],
  postOnly: [{ request: 'POST /api/v4/spot/orders', parameters: { ...order, time_in_force: 'poc' } }],
  find,
  // The answer says that there is none: only a search says what became of it.
  cancel: [
    { request: `DELETE /api/v4/spot/orders/${ID}`, parameters: { currency_pair: 'BTC_USDT' } },
    ...find,
  ],
  trades: [
    {
      request: 'GET /api/v4/spot/my_trades',
      parameters: { currency_pair: 'BTC_USDT', order_id: ORDER_ID, from: FROM, limit: '1000', page: '1' },
    },
  ],
  // The fee comes out of the amount, so that more is asked for.
  withdraw: [
    { request: 'GET /api/v4/wallet/withdraw_status', parameters: { currency: 'ETH' } },
    { request: 'GET /api/v4/wallet/currency_chains', parameters: { currency: 'ETH' } },
    {
      request: 'POST /api/v4/withdrawals',
      parameters: {
        currency: 'ETH',
        chain: 'ETH',
        address: ADDRESS,
        amount: '1.2350678901',
        withdraw_order_id: REFERENCE,
      },
    },
  ],
  findWithdrawal: [
    {
      request: 'GET /api/v4/wallet/withdrawals',
      parameters: { withdraw_order_id: REFERENCE, from: FROM },
    },
  ],
  answers: {
    '/api/v4/spot/currency_pairs': PAIRS,
    '/api/v4/margin/currency_pairs': [],
    '/api/v4/spot/currencies': CURRENCIES,
    '/api/v4/wallet/currency_chains': CHAINS,
    '/api/v4/wallet/withdraw_status': [{ currency: 'ETH', withdraw_fix_on_chains: { ETH: '0.0005' } }],
    [`/api/v4/spot/orders/${ID}`]: { label: 'ORDER_NOT_FOUND', message: 'Order not found' },
  },
  isSigned({ method, url, body = '', headers = {} }) {
    if (url.pathname === '/api/v4/wallet/currency_chains') return true;
    const isOrder = method === 'POST' && url.pathname === '/api/v4/spot/orders';
    const digest = createHash('sha512').update(body).digest('hex');
    const text = [method, url.pathname, url.search.slice(1), digest, TIMESTAMP].join('\n');
    return (
      headers['KEY'] === KEYS.key &&
      headers['Timestamp'] === TIMESTAMP &&
      headers['SIGN'] === createHmac('sha512', KEYS.secret).update(text).digest('hex') &&
      headers['x-gate-exptime'] === (isOrder ? String(DEADLINE.getTime()) : undefined)
    );
  },
};
