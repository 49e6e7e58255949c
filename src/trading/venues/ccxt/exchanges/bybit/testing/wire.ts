import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ID, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { COINS, INSTRUMENTS } from './published.ts';

/** The window of 30 seconds ends with the deadline. */
const TIMESTAMP = DEADLINE.getTime() - 30_000;
const order = {
  category: 'spot',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01234',
  price: '59000.25',
  orderLinkId: ID,
};
const sought = { category: 'spot', symbol: 'BTCUSDT', orderLinkId: ID };
const result = (value: unknown) => ({ retCode: 0, retMsg: 'OK', result: value });

export const wire: Wire = {
  limit: [{ request: 'POST /v5/order/create', parameters: order }],
  ioc: [{ request: 'POST /v5/order/create', parameters: { ...order, timeInForce: 'IOC' } }],
  postOnly: [{ request: 'POST /v5/order/create', parameters: { ...order, timeInForce: 'PostOnly' } }],
  find: [
    { request: 'GET /v5/order/realtime', parameters: sought },
    {
      request: 'GET /v5/order/history',
      parameters: { ...sought, startTime: String(NOW.getTime() - 60_000) },
    },
  ],
  cancel: [{ request: 'POST /v5/order/cancel', parameters: { ...sought, orderFilter: 'Order' } }],
  trades: [
    {
      request: 'GET /v5/execution/list',
      parameters: {
        category: 'spot',
        symbol: 'BTCUSDT',
        orderId: ORDER_ID,
        startTime: String(NOW.getTime() - 60_000),
        endTime: String(NOW.getTime() + 60_000),
        limit: '100',
      },
    },
  ],
  withdraw: [
    {
      request: 'POST /v5/asset/withdraw/create',
      parameters: {
        coin: 'ETH',
        chain: 'ETH',
        address: ADDRESS,
        amount: '1.2345678901',
        timestamp: TIMESTAMP,
        accountType: 'UTA',
        feeType: 0,
        requestId: '0197e0f02b1c7cc1a9a10d6f3c1b2a3d',
      },
    },
  ],
  // The exchange never shows the id of our request.
  findWithdrawal: [],
  answers: {
    '/v5/market/instruments-info': result({ category: 'spot', list: INSTRUMENTS }),
    '/v5/asset/coin/query-info': result({ rows: COINS }),
    '/v5/order/realtime': result({ category: 'spot', list: [] }),
  },
  isSigned({ url, body = '', headers = {} }) {
    const text = `${TIMESTAMP}${KEYS.key}30000${body || url.search.slice(1)}`;
    return (
      headers['X-BAPI-API-KEY'] === KEYS.key &&
      headers['X-BAPI-TIMESTAMP'] === String(TIMESTAMP) &&
      headers['X-BAPI-RECV-WINDOW'] === '30000' &&
      headers['X-BAPI-SIGN'] === createHmac('sha256', KEYS.secret).update(text).digest('hex')
    );
  },
};
