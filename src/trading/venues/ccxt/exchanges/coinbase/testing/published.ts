/** Products and currencies in the form in which Coinbase publishes them. */
export const PRODUCTS = {
  products: [
    {
      product_id: 'BTC-USDT',
      price: '60000',
      base_increment: '0.00000001',
      quote_increment: '0.01',
      quote_min_size: '1',
      quote_max_size: '10000000',
      base_min_size: '0.00000001',
      base_max_size: '3400',
      base_name: 'Bitcoin',
      quote_name: 'Tether',
      is_disabled: false,
      status: 'online',
      cancel_only: false,
      limit_only: false,
      post_only: false,
      trading_disabled: false,
      auction_mode: false,
      product_type: 'SPOT',
      quote_currency_id: 'USDT',
      base_currency_id: 'BTC',
      alias: '',
      alias_to: [],
      view_only: false,
      price_increment: '0.01',
      display_name: 'BTC-USDT',
      product_venue: 'CBE',
    },
  ],
  num_products: 1,
};

export const NO_PRODUCTS = { products: [], num_products: 0 };

export const FIAT = { data: [{ id: 'USD', name: 'United States Dollar', min_size: '0.01' }] };

const crypto = (code: string, name: string, exponent: number) => ({
  asset_id: `asset-${code}`,
  code,
  name,
  color: '#F7931A',
  sort_index: 100,
  exponent,
  type: 'crypto',
});

export const CRYPTO = {
  data: [crypto('BTC', 'Bitcoin', 8), crypto('ETH', 'Ethereum', 8), crypto('USDT', 'Tether', 6)],
};

export const RATES = { data: { currency: 'USD', rates: { BTC: '0.0000166' } } };

export const SUMMARY = {
  total_volume: 0,
  total_fees: 0,
  fee_tier: {
    pricing_tier: 'Advanced 1',
    usd_from: '0',
    usd_to: '1000',
    taker_fee_rate: '0.012',
    maker_fee_rate: '0.006',
  },
};
