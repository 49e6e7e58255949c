export { askingIn as binanceIn } from '../ccxt/exchanges/binance/testing/asking.ts';
export { askingIn as bitstampIn } from '../ccxt/exchanges/bitstamp/testing/asking.ts';
export { askingIn as bybitIn } from '../ccxt/exchanges/bybit/testing/asking.ts';
export { askingIn as coinbaseIn } from '../ccxt/exchanges/coinbase/testing/asking.ts';
export { askingIn as okxIn } from '../ccxt/exchanges/okx/testing/asking.ts';
export type { Asking } from '../ccxt/testing/strict.ts';
