import { exchanges, type Exchange } from 'ccxt';
import { systemClock } from '../../../../kernel/index.ts';
import type { Venue } from '../../port/index.ts';
import type { ExchangeAccess } from '../../settings.ts';
import { connectCcxt } from '../connect.ts';
import { PROFILES } from '../profiles.ts';
import { IMITATIONS } from './imitations.ts';
import { KEYS } from './keys.ts';

type Options = Parameters<typeof connectCcxt>[0];

/** Our adapter, over the library itself, to a server on this machine. */
export const connectTo = (
  id: string,
  port: number,
  options: Partial<Pick<Options, 'brokerTags' | 'proxy' | 'jurisdiction'>> = {},
): Venue =>
  connectCcxt({
    code: id,
    exchange: id,
    account: 'MAIN',
    clock: systemClock,
    ...keysOf(id),
    ...accessTo(port),
    ...feesOf(id),
    ...options,
  });

/** Where how the exchange charges is not known, a person has said it. */
const feesOf = (id: string) => {
  const withdrawalFees = IMITATIONS[id]?.dialect.withdrawalFees;
  return withdrawalFees ? { withdrawalFees } : {};
};

/** The settings with which a venue is reached on this machine. */
export const accessTo = (port: number): ExchangeAccess => ({
  url: `http://127.0.0.1:${port}`,
  streamUrl: `ws://127.0.0.1:${port}`,
  rateLimit: 1,
});

/** What the imitation of an exchange accepts. */
export const keysOf = (id: string) => ({ ...KEYS, ...IMITATIONS[id]?.dialect.keys });

type Constructor = new (options: object) => Exchange;

/** An instance of the library with our credentials. */
export function newExchange(id: string): Exchange {
  const Class = (exchanges as unknown as Record<string, Constructor>)[id];
  if (!Class) throw new Error(`ccxt has no ${id}.`);
  const { key: apiKey, secret, password } = keysOf(id);
  return new Class({
    apiKey,
    secret,
    password,
    enableRateLimit: false,
    options: { ...PROFILES[id]?.options },
  });
}
