/** Markets in the form in which Bitstamp publishes them. */
const market = (base: string, counter: string) => ({
  name: `${base}/${counter}`,
  market_symbol: `${base}${counter}`.toLowerCase(),
  base_currency: base,
  base_decimals: 8,
  counter_currency: counter,
  counter_decimals: 2,
  minimum_order_value: '10',
  maximum_order_value: '30000000.00000000',
  minimum_order_amount: '0.00000100',
  trading: 'Enabled',
  instant_order_counter_decimals: 2,
  instant_and_market_orders: 'Enabled',
  description: `${base} / ${counter}`,
  market_type: 'SPOT',
});

export const MARKETS = [market('BTC', 'USDT'), market('ETH', 'USDT')];
