import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, ID, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { CURRENCIES, SYMBOLS } from './published.ts';

/** The five minutes end with the deadline. */
const stamp = {
  AccessKeyId: KEYS.key,
  SignatureMethod: 'HmacSHA256',
  SignatureVersion: '2',
  Timestamp: '2026-01-05T11:55:10',
};
const order = {
  'account-id': '100',
  symbol: 'btcusdt',
  amount: '0.01234',
  price: '59000.25',
  'client-order-id': ID,
};
const ok = (data: unknown) => ({ status: 'ok', data });
const place = (type: string) => [
  { request: 'POST /v1/order/orders/place', parameters: { ...order, type } } as const,
];
const ended = (cursor: object) =>
  ({
    request: 'GET /v1/order/orders',
    parameters: {
      symbol: 'btcusdt',
      states: 'filled,partial-canceled,canceled',
      'start-time': String(NOW.getTime() - 60_000),
      'end-time': String(NOW.getTime() + 60_000),
      size: '100',
      ...cursor,
      ...stamp,
    },
  }) as const;

/** Over the method, the host, the path and the query in the order of its names. */
export const signatureOf = (method: string, path: string, query: URLSearchParams): string => {
  const sorted = [...query].filter(([name]) => name !== 'Signature').toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = [method, 'api.huobi.pro', path, new URLSearchParams(sorted).toString()].join('\n');
  return createHmac('sha256', KEYS.secret).update(text).digest('base64');
};

export const wire: Wire = {
  limit: place('buy-limit'),
  ioc: place('buy-ioc'),
  postOnly: place('buy-limit-maker'),
  find: [
    { request: 'GET /v1/order/orders/getClientOrder', parameters: { clientOrderId: ID, ...stamp } },
    ended({}),
  ],
  cancel: [
    { request: 'POST /v1/order/orders/submitCancelClientOrder', parameters: { 'client-order-id': ID } },
  ],
  trades: [{ request: `GET /v1/order/orders/${ORDER_ID}/matchresults`, parameters: stamp }],
  withdraw: [
    {
      request: 'POST /v1/dw/withdraw/api/create',
      parameters: {
        currency: 'eth',
        chain: 'eth',
        address: ADDRESS,
        amount: '1.2345678901',
        'client-order-id': ID,
      },
    },
  ],
  findWithdrawal: [
    { request: 'GET /v1/query/withdraw/client-order-id', parameters: { clientOrderId: ID, ...stamp } },
  ],
  answers: {
    '/v1/common/symbols': ok(SYMBOLS),
    '/v2/reference/currencies': { code: 200, data: CURRENCIES },
    '/v1/account/accounts': ok([{ id: 100, type: 'spot', subtype: '', state: 'working' }]),
    '/v1/order/orders/getClientOrder': { status: 'error', 'err-code': 'base-record-invalid', data: null },
  },
  isSigned: ({ method, url }) =>
    url.searchParams.get('Signature') === signatureOf(method, url.pathname, url.searchParams),
};
