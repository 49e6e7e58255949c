import { ADDRESS, DEADLINE, ID, ORDER_ID, type Wire } from '../../../testing/wire.ts';
import { claimsOf, KEYS } from './keys.ts';
import { CRYPTO, FIAT, NO_PRODUCTS, PRODUCTS, RATES, SUMMARY } from './published.ts';

const EXPIRY = DEADLINE.getTime() / 1000;
const order = { client_order_id: ID, product_id: 'BTC-USDT', side: 'BUY' };
const sizes = { base_size: '0.01234', limit_price: '59000.25' };
const since = '2026-01-05T11:59:00.000Z';
const accounts = { request: 'GET /api/v3/brokerage/accounts', parameters: { limit: '250' } } as const;
const gtc = (post_only: boolean) => ({
  ...order,
  order_configuration: { limit_limit_gtc: { ...sizes, post_only } },
});

export const wire: Wire = {
  limit: [{ request: 'POST /api/v3/brokerage/orders', parameters: gtc(false) }],
  ioc: [
    {
      request: 'POST /api/v3/brokerage/orders',
      parameters: { ...order, order_configuration: { sor_limit_ioc: sizes } },
    },
  ],
  postOnly: [{ request: 'POST /api/v3/brokerage/orders', parameters: gtc(true) }],
  // Nothing filters by our id: every page since then is read.
  find: [
    {
      request: 'GET /api/v3/brokerage/orders/historical/batch',
      parameters: { product_id: 'BTC-USDT', start_date: since, limit: '250' },
    },
    {
      request: 'GET /api/v3/brokerage/orders/historical/batch',
      parameters: { product_id: 'BTC-USDT', start_date: since, limit: '250', cursor: 'next' },
    },
  ],
  cancel: [{ request: 'POST /api/v3/brokerage/orders/batch_cancel', parameters: { order_ids: [ORDER_ID] } }],
  trades: [
    {
      request: 'GET /api/v3/brokerage/orders/historical/fills',
      parameters: { order_ids: ORDER_ID, limit: '100' },
    },
  ],
  amount: '1.23456789',
  withdraw: [
    accounts,
    {
      request: 'POST /v2/accounts/account-ETH/transactions',
      parameters: {
        type: 'send',
        to: ADDRESS,
        amount: '1.23456789',
        currency: 'ETH',
        network: 'ethereum',
        idem: ID,
      },
    },
  ],
  findWithdrawal: [
    accounts,
    { request: 'GET /v2/accounts/account-ETH/transactions', parameters: { limit: '100' } },
  ],
  answers: {
    '/api/v3/brokerage/market/products': PRODUCTS,
    '/api/v3/brokerage/market/products?product_type=FUTURE': NO_PRODUCTS,
    '/api/v3/brokerage/market/products?product_type=FUTURE&contract_expiry_type=PERPETUAL': NO_PRODUCTS,
    '/api/v3/brokerage/transaction_summary': SUMMARY,
    '/v2/currencies': FIAT,
    '/v2/currencies/crypto': CRYPTO,
    '/v2/exchange-rates': RATES,
    '/api/v3/brokerage/accounts': {
      accounts: [{ uuid: 'account-ETH', currency: 'ETH', available_balance: { value: '5' } }],
      has_next: false,
      cursor: '',
    },
    [`/api/v3/brokerage/orders/historical/batch?product_id=BTC-USDT&start_date=${encodeURIComponent(since)}&limit=250`]:
      { orders: [], has_next: true, cursor: 'next' },
  },
  isSigned({ method, url, headers = {} }) {
    const { sub, nbf, exp, uri } = claimsOf(headers['Authorization'] ?? '') ?? {};
    return (
      sub === KEYS.key &&
      nbf === EXPIRY - 120 &&
      exp === EXPIRY &&
      uri === `${method} api.coinbase.com${url.pathname}`
    );
  },
};
