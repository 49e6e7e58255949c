import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { COINS, SYMBOLS } from './published.ts';

/** Without hyphens. */
const ID = '0197e0f02b1c7cc1a9a10d6f3c1b2a3d';
/** The window of 30 seconds ends with the deadline. */
const TIMESTAMP = String(DEADLINE.getTime() - 30_000);
const PATH = '/api/v2/spot/trade';
const order = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '59000.25',
  size: '0.01234',
  clientOid: ID,
};
const answer = (data: unknown) => ({ code: '00000', msg: 'success', data });

export const wire: Wire = {
  limit: [{ request: `POST ${PATH}/place-order`, parameters: { ...order, force: 'GTC' } }],
  ioc: [{ request: `POST ${PATH}/place-order`, parameters: { ...order, force: 'IOC' } }],
  postOnly: [{ request: `POST ${PATH}/place-order`, parameters: { ...order, force: 'post_only' } }],
  find: [{ request: `GET ${PATH}/orderInfo`, parameters: { clientOid: ID } }],
  cancel: [{ request: `POST ${PATH}/cancel-order`, parameters: { symbol: 'BTCUSDT', clientOid: ID } }],
  trades: [
    { request: `GET ${PATH}/fills`, parameters: { symbol: 'BTCUSDT', orderId: ORDER_ID, limit: '100' } },
  ],
  // The fee comes out of the amount, so that more is asked for.
  withdraw: [
    { request: 'GET /api/v2/spot/public/coins', parameters: { coin: 'ETH' } },
    {
      request: 'POST /api/v2/spot/wallet/withdrawal',
      parameters: {
        coin: 'ETH',
        transferType: 'on_chain',
        address: ADDRESS,
        chain: 'ETH',
        size: '1.2350678901',
        clientOid: ID,
      },
    },
  ],
  findWithdrawal: [
    {
      request: 'GET /api/v2/spot/wallet/withdrawal-records',
      parameters: {
        clientOid: ID,
        startTime: String(NOW.getTime() - 60_000),
        endTime: String(NOW.getTime() + 24 * 3_600_000),
      },
    },
  ],
  answers: {
    '/api/v2/spot/public/symbols': answer(SYMBOLS),
    '/api/v2/margin/currencies': answer([]),
    '/api/v2/spot/public/coins': answer(COINS),
    '/api/v2/spot/public/coins?coin=ETH': answer(COINS.filter(({ coin }) => coin === 'ETH')),
  },
  isSigned({ method, url, body = '', headers = {} }) {
    if (url.pathname.includes('/public/')) return true;
    const text = TIMESTAMP + method + url.pathname + url.search + body;
    return (
      headers['ACCESS-TIMESTAMP'] === TIMESTAMP &&
      headers['ACCESS-KEY'] === KEYS.key &&
      headers['ACCESS-PASSPHRASE'] === KEYS.password &&
      headers['ACCESS-SIGN'] === createHmac('sha256', KEYS.secret).update(text).digest('base64')
    );
  },
};
