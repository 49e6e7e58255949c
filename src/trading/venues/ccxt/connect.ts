import { exchanges, type Exchange } from 'ccxt';
import type { Clock } from '../../../kernel/index.ts';
import type { Venue } from '../port.ts';
import { ccxtVenue } from './adapter.ts';
import { PROFILES } from './profiles.ts';

interface CcxtVenueOptions {
  readonly code: string;
  /** The exchange's id in ccxt. */
  readonly exchange: string;
  /** The name that our account there is to have. */
  readonly account: string;
  readonly key: string;
  readonly secret: string;
  readonly password?: string | undefined;
  readonly clock: Clock;
}

type Constructor = new (options: object) => Exchange;

const classOf = (id: string): Constructor | undefined =>
  Object.hasOwn(exchanges, id) ? (exchanges as unknown as Record<string, Constructor>)[id] : undefined;

/** Connects to an exchange through ccxt. */
export function connectCcxt({ exchange: id, key, secret, password, ...rest }: CcxtVenueOptions): Venue {
  const Exchange = classOf(id);
  if (!Exchange) throw new Error(`The venue ${rest.code} is on ${id}, which ccxt does not know.`);
  const profile = PROFILES[id];
  const create = (): Exchange =>
    new Exchange({ apiKey: key, secret, password, enableRateLimit: true, options: { ...profile?.options } });
  return ccxtVenue({ ...rest, create, profile });
}
