import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, ID, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { CURRENCIES, SYMBOLS } from './published.ts';

const order = {
  clientOid: ID,
  side: 'buy',
  symbol: 'BTC-USDT',
  type: 'limit',
  size: '0.01234',
  price: '59000.25',
};
const answer = (data: unknown) => ({ code: '200000', data });
const mac = (text: string): string => createHmac('sha256', KEYS.secret).update(text).digest('base64');

export const wire: Wire = {
  limit: [{ request: 'POST /api/v1/hf/orders', parameters: order }],
  ioc: [{ request: 'POST /api/v1/hf/orders', parameters: { ...order, timeInForce: 'IOC' } }],
  postOnly: [{ request: 'POST /api/v1/hf/orders', parameters: { ...order, postOnly: true } }],
  find: [{ request: `GET /api/v1/hf/orders/client-order/${ID}`, parameters: { symbol: 'BTC-USDT' } }],
  cancel: [{ request: `DELETE /api/v1/hf/orders/client-order/${ID}`, parameters: { symbol: 'BTC-USDT' } }],
  trades: [
    {
      request: 'GET /api/v1/hf/fills',
      parameters: { symbol: 'BTC-USDT', orderId: ORDER_ID, limit: '100' },
    },
  ],
  withdraw: [
    {
      request: 'POST /api/v3/withdrawals',
      parameters: {
        currency: 'ETH',
        chain: 'eth',
        toAddress: ADDRESS,
        withdrawType: 'ADDRESS',
        amount: '1.2345678901',
        feeDeductType: 'EXTERNAL',
        remark: ID,
      },
    },
  ],
  findWithdrawal: [
    {
      request: 'GET /api/v1/withdrawals',
      parameters: { startAt: String(NOW.getTime() - 60_000), currentPage: '1', pageSize: '500' },
    },
  ],
  // The amount, its fee and what is reserved, less what the wallet holds.
  fund: [
    { request: 'GET /api/v1/accounts', parameters: { currency: 'ETH', type: 'main' } },
    {
      request: 'POST /api/v3/accounts/universal-transfer',
      parameters: {
        clientOid: ID,
        type: 'INTERNAL',
        currency: 'ETH',
        amount: '0.7350678901',
        fromAccountType: 'TRADE_HF',
        toAccountType: 'MAIN',
      },
    },
  ],
  answers: {
    '/api/v1/accounts?currency=ETH&type=main': answer([{ currency: 'ETH', type: 'main', available: '1' }]),
    '/api/v1/hf/accounts/opened': answer(true),
    '/api/v2/symbols': answer(SYMBOLS),
    '/api/v3/currencies': answer(CURRENCIES),
    '/api/v3/margin/symbols': answer({ items: [] }),
    '/api/v1/isolated/symbols': answer([]),
  },
  isSigned({ method, url, body = '', headers = {} }) {
    // Taken for five seconds, which end before the deadline.
    const at = headers['KC-API-TIMESTAMP'] ?? '';
    return (
      headers['KC-API-KEY'] === KEYS.key &&
      headers['KC-API-KEY-VERSION'] === '2' &&
      headers['KC-API-PASSPHRASE'] === mac(KEYS.password) &&
      headers['KC-API-SIGN'] === mac(at + method + url.pathname + url.search + body)
    );
  },
};
