import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ID, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { COINS, EXCHANGE_INFO } from './published.ts';

/** The window of 60 seconds ends with the deadline. */
const stamp = { timestamp: String(DEADLINE.getTime() - 60_000), recvWindow: '60000' };
const order = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: '0.01234',
  price: '59000.25',
  newClientOrderId: ID,
  newOrderRespType: 'FULL',
  ...stamp,
};

const { price: _price, ...unpriced } = order;

export const wire: Wire = {
  limit: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'LIMIT', timeInForce: 'GTC' } }],
  ioc: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'LIMIT', timeInForce: 'IOC' } }],
  postOnly: [{ request: 'POST /api/v3/order', parameters: { ...order, type: 'LIMIT_MAKER' } }],
  market: [{ request: 'POST /api/v3/order', parameters: { ...unpriced, type: 'MARKET' } }],
  find: [
    { request: 'GET /api/v3/order', parameters: { symbol: 'BTCUSDT', origClientOrderId: ID, ...stamp } },
  ],
  cancel: [
    { request: 'DELETE /api/v3/order', parameters: { symbol: 'BTCUSDT', origClientOrderId: ID, ...stamp } },
  ],
  trades: [
    {
      request: 'GET /api/v3/myTrades',
      parameters: { symbol: 'BTCUSDT', orderId: ORDER_ID, limit: '1000', ...stamp },
    },
  ],
  // The fee comes out of the amount, so that more is asked for.
  withdraw: [
    { request: 'GET /sapi/v1/localentity/questionnaire-requirements', parameters: { ...stamp } },
    { request: 'GET /sapi/v1/capital/config/getall', parameters: { ...stamp } },
    {
      request: 'POST /sapi/v1/capital/withdraw/apply',
      parameters: {
        coin: 'ETH',
        network: 'ETH',
        address: ADDRESS,
        amount: '1.2350678901',
        withdrawOrderId: ID,
        walletType: '0',
        ...stamp,
      },
    },
  ],
  findWithdrawal: [
    { request: 'GET /sapi/v1/capital/withdraw/history', parameters: { withdrawOrderId: ID, ...stamp } },
    { request: 'GET /sapi/v2/localentity/withdraw/history', parameters: { withdrawOrderId: ID, ...stamp } },
  ],
  answers: {
    '/api/v3/exchangeInfo': EXCHANGE_INFO,
    '/sapi/v1/capital/config/getall': COINS,
    '/sapi/v1/localentity/questionnaire-requirements': { questionnaireCountryCode: 'NIL' },
    '/sapi/v1/capital/withdraw/history': [],
  },
  isSigned({ url, body, headers }) {
    const [text = '', signature] = (body || url.search.slice(1)).split('&signature=');
    const own = createHmac('sha256', KEYS.secret).update(text).digest('hex');
    return signature === own && headers?.['X-MBX-APIKEY'] === KEYS.key;
  },
};
