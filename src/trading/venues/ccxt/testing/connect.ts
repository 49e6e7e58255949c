import { Agent } from 'node:http';
import { exchanges, type Exchange } from 'ccxt';
import { systemClock } from '../../../../kernel/index.ts';
import type { Venue } from '../../port.ts';
import { ccxtVenue } from '../adapter.ts';
import { PROFILES } from '../profiles.ts';
import { IMITATIONS } from './imitations.ts';
import { KEYS } from './keys.ts';

/** Our adapter, over the library itself, to a server on this machine. */
export const connectTo = (id: string, port: number): Venue =>
  ccxtVenue({
    code: id,
    account: 'MAIN',
    clock: systemClock,
    create: () => turnTo(newExchange(id), port),
    profile: PROFILES[id],
    turn: (url) => local(url, port),
  });

type Constructor = new (options: object) => Exchange;

/** An instance of the library with our credentials. */
export function newExchange(id: string): Exchange {
  const Class = (exchanges as unknown as Record<string, Constructor>)[id];
  if (!Class) throw new Error(`ccxt has no ${id}.`);
  const { key: apiKey, secret, password } = { ...KEYS, ...IMITATIONS[id]?.dialect.keys };
  return new Class({
    apiKey,
    secret,
    password,
    enableRateLimit: false,
    options: { ...PROFILES[id]?.options },
  });
}

/** Turns every address of an instance to this machine. */
function turnTo(exchange: Exchange, port: number): Exchange {
  // For addresses without TLS the library wants one.
  exchange.httpAgent = new Agent();
  const turn = (node: unknown): unknown =>
    typeof node === 'string'
      ? local(node, port)
      : Object.fromEntries(Object.entries(node as object).map(([name, value]) => [name, turn(value)]));
  exchange.urls['api'] = turn(exchange.urls['api']) as never;
  return exchange;
}

const local = (url: string, port: number): string =>
  url.replace(/^(http|ws)s?:\/\/[^/]+/, `$1://127.0.0.1:${port}`);
