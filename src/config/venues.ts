import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const URL_LENGTH = 2048;

/** What differs from the usual at an exchange of ccxt. */
const ACCESS = {
  sandbox: Type.Optional(
    Type.Boolean({
      description:
        'Use the sandbox of the exchange, with a key of the sandbox. `ccxt` only. Default: `false`.',
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: URL_LENGTH,
      pattern: '^https?://[^/?#@\\s]+$',
      'x-form': 'an https:// URL without a path',
      description:
        'Host that REST calls go to in place of those of the exchange, such as `https://my.okx.com`. `ccxt` only.',
    }),
  ),
  streamUrl: Type.Optional(
    Type.String({
      maxLength: URL_LENGTH,
      pattern: '^wss?://[^/?#@\\s]+$',
      'x-form': 'a wss:// URL without a path',
      description:
        'Host that book streams come from in place of those of the exchange, such as `wss://wseea.okx.com:8443`. `ccxt` only.',
    }),
  ),
  proxy: Type.Optional(
    Type.String({
      maxLength: URL_LENGTH,
      pattern: '^https?://[^/?#\\s]+$',
      'x-form': 'the http:// or https:// URL of a proxy',
      description:
        'HTTP proxy for REST calls and book streams, such as `http://user:password@proxy:3128`. `ccxt` only.',
    }),
  ),
  rateLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      description:
        'Shortest time between two requests in milliseconds; costly requests count several times. `ccxt` only. Default: as ccxt has it.',
    }),
  ),
  brokerTags: Type.Optional(
    Type.Boolean({
      description:
        'Whether ccxt may name itself in requests, for which some exchanges reward its makers. `ccxt` only. Default: `true`.',
    }),
  ),
  withdrawalFees: Type.Optional(
    Type.Enum(['inside', 'on top'], {
      description:
        'Whether the exchange takes its fee for a withdrawal out of the amount (`inside`) or adds it (`on top`). Needed where that is not known: see docs/venues.md. `ccxt` only. Default: as docs/venues.md has it.',
    }),
  ),
  jurisdiction: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      'x-form': 'the two letters of a country, or EU',
      description:
        'Country of the company of the exchange that holds the account, such as `FR`. What the exchange asks about who receives a withdrawal depends on it: see docs/travel-rule.md. `ccxt` only. Default: nothing is asked.',
    }),
  ),
  options: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 50,
      description:
        'Further options of the exchange in ccxt. Those that Quaestor sets itself are refused. `ccxt` only.',
    }),
  ),
};

const Venue = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      'x-form': 'small letters, digits, dots, dashes and underscores',
      description: 'The code by which requests name the venue. Required.',
    }),
    tenant: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Whose account it is; other tenants do not see it. Default: `default`.',
      }),
    ),
    kind: Type.Enum(['simulated', 'ccxt'], {
      description: '`ccxt` for an exchange, `simulated` for the simulated exchange. Required.',
    }),
    exchange: Type.String({
      minLength: 1,
      maxLength: URL_LENGTH,
      description: 'The id of the exchange in ccxt, or the base URL of a simulated one. Required.',
    }),
    account: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The name of our account there. Default: `MAIN`. A simulated exchange names it itself.',
      }),
    ),
    credentials: Type.String({
      maxLength: URL_LENGTH,
      pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$',
      'x-form': 'env:NAME or file:PATH',
      description:
        '`env:NAME` for the variables NAME_KEY, NAME_SECRET and NAME_PASSWORD, or `file:PATH` of a JSON file with key, secret and password. Required.',
    }),
    ...ACCESS,
  },
  { additionalProperties: false },
);

export const VENUES = Type.Array(Venue, {
  default: [],
  maxItems: 100,
  description: 'The venues: accounts at exchanges. See the section Venues of docs/configuration.md.',
  'x-file-only': true,
});

/** The members of a venue, in the order of the documentation. */
export const venueMembers = (): { readonly name: string; readonly description: string }[] =>
  Object.entries(Venue.properties).map(([name, property]) => {
    const annotations: Record<string, unknown> = { ...property };
    return { name, description: String(annotations['description']) };
  });

/** Two venues as a person may write them. */
export const EXAMPLE_VENUES: Static<typeof VENUES> = [
  { code: 'kraken-main', kind: 'ccxt', exchange: 'kraken', credentials: 'env:KRAKEN' },
  {
    code: 'okx-test',
    kind: 'ccxt',
    exchange: 'okx',
    credentials: 'file:/run/secrets/okx.json',
    sandbox: true,
    proxy: 'http://proxy.example:3128',
    rateLimit: 200,
  },
];

const LOCAL = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/** Rules that the schema of a venue cannot express. */
export function venueFaults(venues: Static<typeof VENUES>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, venue] of venues.entries()) {
    const { code, tenant = 'default', kind, exchange } = venue;
    const at = (member: string): string => `venues.${index}.${member}`;
    const key = JSON.stringify([tenant, code]);
    if (seen.has(key)) errors[at('code')] = ['must differ from that of every venue before it'];
    seen.add(key);
    if (kind === 'simulated') {
      if (!/^https?:\/\/[^/]+$/.test(exchange)) {
        errors[at('exchange')] = ['must be an http:// or https:// URL without a path for the kind simulated'];
      }
      for (const member of Object.keys(ACCESS).filter((name) => name in venue)) {
        errors[at(member)] = ['is only for the kind ccxt: remove it'];
      }
    }
    for (const member of ['url', 'streamUrl', 'proxy'] as const) {
      const fault = urlFault(member, venue[member]);
      if (fault !== undefined) errors[at(member)] ??= [fault];
    }
  }
  return errors;
}

/** Keys and signed requests must not cross a network unencrypted; within a proxy's tunnel they are encrypted. */
function urlFault(member: 'url' | 'streamUrl' | 'proxy', text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text)) return 'must be a URL with a valid host and port';
  const { protocol, hostname } = new URL(text);
  if (member === 'proxy' || /^(https|wss):$/.test(protocol) || LOCAL.test(hostname)) return undefined;
  return `must begin with ${member === 'url' ? 'https' : 'wss'}:// unless the host is this machine`;
}
