import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ID, NOW, type Wire, type WireRequest } from '../../../testing/wire.ts';
import { INSTRUMENTS, NETWORKS } from './published.ts';

/** The window of 60 seconds ends with the deadline. */
const NONCE = String(DEADLINE.getTime() - 60_000);
const call = (method: string, params: object): WireRequest => ({
  request: `POST /exchange/v1/${method}`,
  parameters: { id: NONCE, method, params, api_key: KEYS.key, nonce: NONCE },
});
const order = {
  instrument_name: 'BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  price: '59000.25',
  quantity: '0.01234',
  client_oid: ID,
  spot_margin: 'SPOT',
  broker_id: 'CCXT',
};
const { price: _price, ...unpriced } = order;
const result = (value: unknown) => ({ id: 1, code: 0, result: value });
const start = NOW.getTime() - 60_000;

/** By the exchange's rule: names and values in the order of the names, lists one after the other. */
const flat = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(flat).join('')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => name + flat(one))
          .join('')
      : String(value);

export const signatureOf = (method: string, id: string, params: unknown, nonce: string): string =>
  createHmac('sha256', KEYS.secret)
    .update(method + id + KEYS.key + flat(params) + nonce)
    .digest('hex');

export const wire: Wire = {
  limit: [call('private/create-order', order)],
  ioc: [call('private/create-order', { ...order, time_in_force: 'IMMEDIATE_OR_CANCEL' })],
  postOnly: [
    call('private/create-order', {
      ...order,
      time_in_force: 'GOOD_TILL_CANCEL',
      exec_inst: ['POST_ONLY'],
    }),
  ],
  market: [call('private/create-order', { ...unpriced, type: 'MARKET' })],
  find: [call('private/get-order-detail', { client_oid: ID })],
  cancel: [call('private/cancel-order', { client_oid: ID })],
  // A day a request, in nanoseconds.
  trades: [
    call('private/get-trades', {
      instrument_name: 'BTC_USDT',
      start_time: `${start}000000`,
      end_time: `${start + 86_400_000}000000`,
      limit: 100,
    }),
  ],
  amount: '1.23456789',
  withdraw: [
    call('private/create-withdrawal', {
      currency: 'ETH',
      amount: '1.23456789',
      address: ADDRESS,
      network_id: 'ETH',
      client_wid: ID,
    }),
  ],
  findWithdrawal: [
    call('private/get-withdrawal-history', { currency: 'ETH', start_ts: start, page_size: 200, page: 0 }),
  ],
  answers: {
    '/exchange/v1/public/get-instruments': INSTRUMENTS,
    '/exchange/v1/private/get-currency-networks': result(NETWORKS),
    '/exchange/v1/private/get-trades': result({ data: [] }),
  },
  isSigned({ body = '' }) {
    const { method, id, params, nonce, sig } = JSON.parse(body) as Record<string, string>;
    return sig === signatureOf(method ?? '', id ?? '', params, nonce ?? '');
  },
};
