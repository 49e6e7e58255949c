import { createHash, createHmac } from 'node:crypto';
import { KEYS } from '../../../testing/keys.ts';
import { ADDRESS, ID, NONCE, NOW, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { ASSETS, PAIRS } from './published.ts';

const nonce = String(NONCE);
const order = {
  nonce,
  pair: 'XBTUSDT',
  type: 'buy',
  ordertype: 'limit',
  volume: '0.01234',
  price: '59000.25',
  cl_ord_id: ID,
  deadline: '2026-01-05T12:00:10.000Z',
};
const withdrawal = { nonce, asset: 'XETH', amount: '1.2345678901', key: 'cold-wallet' };
const result = (value: unknown) => ({ error: [], result: value });

const { price: _price, ...unpriced } = order;

export const wire: Wire = {
  limit: [{ request: 'POST /0/private/AddOrder', parameters: { ...order, oflags: 'fciq' } }],
  ioc: [
    { request: 'POST /0/private/AddOrder', parameters: { ...order, oflags: 'fciq', timeinforce: 'IOC' } },
  ],
  postOnly: [{ request: 'POST /0/private/AddOrder', parameters: { ...order, oflags: 'fciq,post' } }],
  market: [
    { request: 'POST /0/private/AddOrder', parameters: { ...unpriced, ordertype: 'market', oflags: 'fciq' } },
  ],
  find: [
    { request: 'POST /0/private/OpenOrders', parameters: { nonce, cl_ord_id: ID } },
    {
      request: 'POST /0/private/ClosedOrders',
      parameters: { nonce, cl_ord_id: ID, start: String(NOW.getTime() / 1000 - 60) },
    },
  ],
  cancel: [{ request: 'POST /0/private/CancelOrder', parameters: { nonce, cl_ord_id: ID } }],
  trades: [
    { request: 'POST /0/private/QueryOrders', parameters: { nonce, txid: ORDER_ID, trades: 'true' } },
    { request: 'POST /0/private/QueryTrades', parameters: { nonce, txid: 'T1,T2' } },
  ],
  // The fee comes out of the amount, so that more is asked for; here there is none.
  withdraw: [
    { request: 'POST /0/private/WithdrawInfo', parameters: { ...withdrawal } },
    { request: 'POST /0/private/WithdrawInfo', parameters: { ...withdrawal } },
    { request: 'POST /0/private/Withdraw', parameters: { ...withdrawal, address: ADDRESS, max_fee: '0' } },
  ],
  // No reference goes with a withdrawal, so that none can be asked for.
  findWithdrawal: [],
  answers: {
    '/0/public/Assets': result(ASSETS),
    '/0/public/AssetPairs': result(PAIRS),
    '/0/private/OpenOrders': result({ open: {} }),
    '/0/private/WithdrawInfo': result({ amount: '1.2345678901', fee: '0.0000000000' }),
    '/0/private/QueryOrders': result({ [ORDER_ID]: { trades: ['T1', 'T2'] } }),
  },
  isSigned({ url, body = '', headers = {} }) {
    const digest = createHash('sha256')
      .update(nonce + body)
      .digest();
    const sign = createHmac('sha512', Buffer.from(KEYS.secret, 'base64')).update(url.pathname).update(digest);
    return headers['API-Key'] === KEYS.key && headers['API-Sign'] === sign.digest('base64');
  },
};
