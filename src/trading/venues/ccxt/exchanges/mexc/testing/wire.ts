import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { COINS, CONTRACTS, EXCHANGE_INFO } from './published.ts';

/** The window of 60 seconds ends with the deadline. */
const stamp = { timestamp: String(DEADLINE.getTime() - 60_000), recvWindow: '60000' };
const ID = '0197e0f02b1c7cc1a9a10d6f3c1b2a3d';
const order = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: '0.01234',
  price: '59000.25',
  newClientOrderId: ID,
  ...stamp,
};
const { price: _price, ...unpriced } = order;
const sought = { symbol: 'BTCUSDT', origClientOrderId: ID, ...stamp };

export const wire: Wire = {
  amount: '1.23456789',
  limit: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'LIMIT' } }],
  ioc: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'IMMEDIATE_OR_CANCEL' } }],
  postOnly: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'LIMIT_MAKER' } }],
  market: [{ request: 'POST /api/v3/order', parameters: { ...unpriced, type: 'MARKET' } }],
  find: [{ request: 'GET /api/v3/order', parameters: sought }],
  cancel: [{ request: 'DELETE /api/v3/order', parameters: sought }],
  trades: [
    {
      request: 'GET /api/v3/myTrades',
      parameters: { symbol: 'BTCUSDT', orderId: ORDER_ID, limit: '1000', ...stamp },
    },
  ],
  withdraw: [
    {
      request: 'POST /api/v3/capital/withdraw',
      parameters: {
        coin: 'ETH',
        netWork: 'ETH',
        address: ADDRESS,
        amount: '1.23456789',
        withdrawOrderId: ID,
        ...stamp,
      },
    },
  ],
  // Nothing is known to show the id of our request again.
  findWithdrawal: [],
  answers: {
    '/api/v3/exchangeInfo': EXCHANGE_INFO,
    '/api/v1/contract/detail': CONTRACTS,
    '/api/v3/capital/config/getall': COINS,
  },
  isSigned({ url, headers }) {
    const [text = '', signature] = url.search.slice(1).split('&signature=');
    const own = createHmac('sha256', KEYS.secret).update(text).digest('hex');
    return signature === own && headers?.['X-MEXC-APIKEY'] === KEYS.key;
  },
};
