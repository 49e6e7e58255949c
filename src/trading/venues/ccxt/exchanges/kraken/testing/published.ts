/** Assets and pairs in the form in which Kraken publishes them. */
const asset = (altname: string, decimals: number) => ({
  aclass: 'currency',
  altname,
  decimals,
  display_decimals: 5,
  status: 'enabled',
});

export const ASSETS = {
  XXBT: asset('XBT', 10),
  XETH: asset('ETH', 10),
  USDT: asset('USDT', 8),
};

export const PAIRS = {
  XBTUSDT: {
    altname: 'XBTUSDT',
    wsname: 'XBT/USDT',
    aclass_base: 'currency',
    base: 'XXBT',
    quote: 'USDT',
    aclass_quote: 'currency',
    cost_decimals: 8,
    pair_decimals: 2,
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    fees: [[0, 0.4]],
    fees_maker: [[0, 0.25]],
    ordermin: '0.0001',
    costmin: '0.5',
    tick_size: '0.01',
    status: 'online',
  },
};
