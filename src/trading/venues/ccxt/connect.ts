import { exchanges, type Exchange } from 'ccxt';
import type { Clock } from '../../../kernel/index.ts';
import type { Venue } from '../port/index.ts';
import type { ExchangeAccess } from '../settings.ts';
import { ccxtVenue } from './adapter.ts';
import type { Profile } from './profile.ts';
import { PROFILES } from './profiles.ts';
import { reachOf } from './transport/reach.ts';

interface CcxtVenueOptions extends ExchangeAccess {
  readonly code: string;
  /** The exchange's id in ccxt. */
  readonly exchange: string;
  /** The name that our account there is to have. */
  readonly account: string;
  readonly key: string;
  readonly secret: string;
  readonly password?: string | undefined;
  readonly clock: Clock;
  /** Of its last description. */
  readonly form?: string | null | undefined;
}

type Constructor = new (options: object) => Exchange;

const classOf = (id: string): Constructor | undefined =>
  Object.hasOwn(exchanges, id) ? (exchanges as unknown as Record<string, Constructor>)[id] : undefined;

/** Connects to an exchange through ccxt. */
export function connectCcxt(options: CcxtVenueOptions): Venue {
  const { code, exchange: id, account, clock, sandbox = false } = options;
  const { withdrawalFees, jurisdiction, form } = options;
  const Exchange = classOf(id);
  if (!Exchange) throw new Error(`The venue ${code} is on ${id}, which ccxt does not know.`);
  const profile = PROFILES[id];
  const fault = optionFault(options, profile);
  if (fault !== undefined) throw new Error(`The venue ${code} cannot be connected: ${fault}`);
  const create = (): Exchange => {
    const instance = new Exchange(instanceOptions(options, profile));
    if (sandbox) enterSandbox(instance, options, profile);
    return instance;
  };
  const { brokerTags } = options;
  const reach = reachOf(options);
  return ccxtVenue({
    code,
    account,
    clock,
    create,
    profile,
    reach,
    sandbox,
    brokerTags,
    withdrawalFees,
    jurisdiction,
    form,
  });
}

function instanceOptions(
  { key: apiKey, secret, password, rateLimit, options }: CcxtVenueOptions,
  profile: Profile | undefined,
): object {
  return {
    apiKey,
    secret,
    password,
    enableRateLimit: true,
    ...(rateLimit !== undefined && { rateLimit }),
    options: { ...options, ...profile?.options },
  };
}

/** Options with which ccxt would use the sandbox while our streams do not. */
const SANDBOX_OPTIONS = new Set(['sandbox', 'sandboxMode', 'testnet']);

function optionFault(
  { exchange, brokerTags, options = {} }: CcxtVenueOptions,
  profile: Profile | undefined,
): string | undefined {
  if (brokerTags === false && !profile) {
    return `remove brokerTags, nothing is known about the tags that ccxt sends to ${exchange}.`;
  }
  for (const name of Object.keys(options)) {
    if (SANDBOX_OPTIONS.has(name)) return `remove options.${name} and set sandbox.`;
    if (profile && Object.hasOwn(profile.options, name)) {
      return `remove options.${name}, which Quaestor sets for ${exchange}.`;
    }
  }
  return undefined;
}

function enterSandbox(
  instance: Exchange,
  { code, exchange }: CcxtVenueOptions,
  profile: Profile | undefined,
): void {
  // For an exchange without a sandbox, ccxt would only remove its addresses.
  const hasSandbox = profile ? profile.books.sandboxUrl : instance.urls['test'];
  if (!hasSandbox) {
    throw new Error(`The venue ${code} cannot be connected: remove sandbox, ${exchange} has none.`);
  }
  instance.setSandboxMode(true);
}
