import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { CURRENCIES, INSTRUMENTS } from './published.ts';

/** Without hyphens. */
const ID = '0197e0f02b1c7cc1a9a10d6f3c1b2a3d';
/** The window of 30 seconds ends with the deadline. */
const TIMESTAMP = new Date(DEADLINE.getTime() - 30_000).toISOString();
const order = {
  instId: 'BTC-USDT',
  tdMode: 'cash',
  // For market orders only; others ignore it.
  tgtCcy: 'base_ccy',
  side: 'buy',
  sz: '0.01234',
  px: '59000.25',
  clOrdId: ID,
};

const { px: _price, ...unpriced } = order;

export const wire: Wire = {
  limit: [{ request: 'POST /api/v5/trade/order', parameters: { ...order, ordType: 'limit' } }],
  ioc: [{ request: 'POST /api/v5/trade/order', parameters: { ...order, ordType: 'ioc' } }],
  postOnly: [{ request: 'POST /api/v5/trade/order', parameters: { ...order, ordType: 'post_only' } }],
  market: [{ request: 'POST /api/v5/trade/order', parameters: { ...unpriced, ordType: 'market' } }],
  find: [{ request: 'GET /api/v5/trade/order', parameters: { instId: 'BTC-USDT', clOrdId: ID } }],
  cancel: [{ request: 'POST /api/v5/trade/cancel-order', parameters: { instId: 'BTC-USDT', clOrdId: ID } }],
  trades: [
    {
      request: 'GET /api/v5/trade/fills-history',
      parameters: { instType: 'SPOT', instId: 'BTC-USDT', ordId: ORDER_ID, limit: '100' },
    },
  ],
  withdraw: [
    {
      request: 'POST /api/v5/asset/withdrawal',
      parameters: {
        ccy: 'ETH',
        chain: 'ETH-ERC20',
        dest: '4',
        toAddr: ADDRESS,
        amt: '1.2345678901',
        fee: '0.0005',
        clientId: ID,
      },
    },
  ],
  findWithdrawal: [{ request: 'GET /api/v5/asset/withdrawal-history', parameters: { clientId: ID } }],
  // The amount, its fee and what is reserved, less what the wallet holds.
  fund: [
    { request: 'GET /api/v5/asset/balances', parameters: { ccy: 'ETH' } },
    {
      request: 'POST /api/v5/asset/transfer',
      parameters: { ccy: 'ETH', amt: '0.7350678901', from: '18', to: '6', type: '0', clientId: ID },
    },
  ],
  findFunding: [{ request: 'GET /api/v5/asset/transfer-state', parameters: { clientId: ID } }],
  answers: {
    '/api/v5/asset/balances': { code: '0', data: [{ ccy: 'ETH', bal: '1.5', availBal: '1' }] },
    '/api/v5/public/instruments': { code: '0', data: INSTRUMENTS },
    '/api/v5/asset/currencies': { code: '0', data: CURRENCIES },
  },
  isSigned({ method, url, body = '', headers = {} }) {
    const text = TIMESTAMP + method + url.pathname + url.search + body;
    return (
      headers['OK-ACCESS-TIMESTAMP'] === TIMESTAMP &&
      headers['OK-ACCESS-KEY'] === KEYS.key &&
      headers['OK-ACCESS-PASSPHRASE'] === KEYS.password &&
      headers['OK-ACCESS-SIGN'] === createHmac('sha256', KEYS.secret).update(text).digest('base64')
    );
  },
};
