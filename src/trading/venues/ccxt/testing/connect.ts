import { Agent } from 'node:http';
import { pro, type Exchange } from 'ccxt';
import { systemClock } from '../../../../kernel/index.ts';
import type { Venue } from '../../port.ts';
import { ccxtVenue } from '../adapter.ts';
import { binance } from '../binance.ts';
import { KEYS } from './binance-server.ts';

/** Our adapter, over the library itself, to a server on this machine. */
export const connectBinance = (port: number): Venue =>
  ccxtVenue({
    code: 'binance',
    account: 'MAIN',
    clock: systemClock,
    create: () => binanceAt(port),
    traits: binance,
  });

/** The library itself, with every address turned to this machine. */
function binanceAt(port: number): Exchange {
  const exchange = new pro.binance({
    apiKey: KEYS.key,
    secret: KEYS.secret,
    enableRateLimit: false,
    options: { ...binance.options },
  });
  // For addresses without TLS the library wants one.
  exchange.httpAgent = new Agent();
  const local = (url: string): string =>
    url
      .replace(/^http.*?\/\/[^/]+/, `http://127.0.0.1:${port}`)
      .replace(/^ws.*?\/\/[^/]+/, `ws://127.0.0.1:${port}`);
  const turn = (node: unknown): unknown =>
    typeof node === 'string'
      ? local(node)
      : Object.fromEntries(Object.entries(node as object).map(([name, value]) => [name, turn(value)]));
  exchange.urls['api'] = turn(exchange.urls['api']) as never;
  return exchange;
}
