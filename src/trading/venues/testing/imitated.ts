export { accessTo, connectTo, keysOf } from '../ccxt/testing/connect.ts';
export { imitationOf } from '../ccxt/testing/imitations.ts';
export { startLoopback, type Loopback } from '../ccxt/testing/loopback.ts';
