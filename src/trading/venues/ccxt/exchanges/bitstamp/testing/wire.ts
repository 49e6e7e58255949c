import { createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, DEADLINE, ID, type Wire } from '../../../testing/wire.ts';
import { MARKETS } from './published.ts';

/** The window of 150 seconds ends with the deadline. */
const TIMESTAMP = String(DEADLINE.getTime() - 150_000);
const order = { amount: '0.01234', price: '59000.25', client_order_id: ID };
const { price: _price, ...unpriced } = order;
const sought = { client_order_id: ID };
const status = { request: 'POST /api/v2/order_status/', parameters: sought } as const;

export const wire: Wire = {
  limit: [{ request: 'POST /api/v2/buy/btcusdt/', parameters: order }],
  ioc: [{ request: 'POST /api/v2/buy/btcusdt/', parameters: { ...order, ioc_order: 'true' } }],
  postOnly: [{ request: 'POST /api/v2/buy/btcusdt/', parameters: { ...order, moc_order: 'true' } }],
  market: [{ request: 'POST /api/v2/buy/market/btcusdt/', parameters: unpriced }],
  find: [status],
  cancel: [{ request: 'POST /api/v2/cancel_order/', parameters: sought }],
  // They are part of the status.
  trades: [status],
  amount: '1.23456789',
  withdraw: [
    { request: 'POST /api/v2/eth_withdrawal/', parameters: { amount: '1.23456789', address: ADDRESS } },
  ],
  // A withdrawal has no reference of ours.
  findWithdrawal: [],
  answers: { '/api/v2/markets/': MARKETS },
  isSigned({ method, url, body = '', headers = {} }) {
    const { 'X-Auth': key, 'X-Auth-Nonce': nonce = '', 'X-Auth-Timestamp': at } = headers;
    const type = 'application/x-www-form-urlencoded';
    const text = `BITSTAMP ${KEYS.key}${method}${url.host}${url.pathname}${type}${nonce}${TIMESTAMP}v2${body}`;
    return (
      key === `BITSTAMP ${KEYS.key}` &&
      nonce.length === 36 &&
      at === TIMESTAMP &&
      headers['X-Auth-Signature'] === createHmac('sha256', KEYS.secret).update(text).digest('hex')
    );
  },
};
