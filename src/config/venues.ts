import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const Venue = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      'x-form': 'small letters, digits, dots, dashes and underscores',
    }),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    kind: Type.Enum(['simulated', 'ccxt']),
    exchange: Type.String({ minLength: 1, maxLength: 2048 }),
    account: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    credentials: Type.String({
      maxLength: 2048,
      pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$',
      'x-form': 'env:NAME or file:PATH',
    }),
  },
  { additionalProperties: false },
);

export const VENUES = Type.Array(Venue, {
  default: [],
  maxItems: 100,
  description:
    'The venues, each with code, kind (simulated or ccxt), exchange (the base URL of a simulated one, or the id of the exchange in ccxt), credentials (env:NAME for the variables NAME_KEY, NAME_SECRET and NAME_PASSWORD, or file:PATH of a JSON file with key, secret and password) and, where they differ from these, tenant (default) and account (MAIN).',
  'x-file-only': true,
});

/** Rules that the schema of a venue cannot express. */
export function venueFaults(venues: Static<typeof VENUES>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, { code, tenant = 'default', kind, exchange }] of venues.entries()) {
    const key = JSON.stringify([tenant, code]);
    if (seen.has(key)) errors[`venues.${index}.code`] = ['must differ from that of every venue before it'];
    seen.add(key);
    if (kind === 'simulated' && !/^https?:\/\/[^/]+$/.test(exchange)) {
      errors[`venues.${index}.exchange`] = [
        'must be an http:// or https:// URL without a path for the kind simulated',
      ];
    }
  }
  return errors;
}
