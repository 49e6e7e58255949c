export { accessTo, connectTo, keysOf } from '../ccxt/testing/connect.ts';
export { imitationOf, IMITATIONS } from '../ccxt/testing/imitations.ts';
export { startLoopback, type Answer, type Incoming, type Loopback } from '../ccxt/testing/loopback.ts';
