import { expect, test } from 'vitest';
import { Decimal, systemClock } from '../../kernel/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { connectVenue } from '../venues/index.ts';
import { checkDestination } from './check.ts';
import type { CheckedDestination } from './schema.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OWN = { relation: 'OWN', wallet: { kind: 'SELF_HOSTED' } } as const;
const ETHEREUM = { code: 'ETHEREUM', addressFormat: 'evm', tag: 'none' } as const;

/** What is wrong where the account is held in this country: at Binance, or at one that cannot be asked itself. */
async function faults(
  jurisdiction: string | undefined,
  given: Partial<CheckedDestination>,
  exchange = jurisdiction === undefined ? 'bybit' : 'binance',
) {
  const venue = await connectVenue(
    {
      code: 'big',
      tenant: 'acme',
      kind: 'ccxt',
      exchange,
      account: 'MAIN',
      credentials: 'env:BIG',
      ...(jurisdiction !== undefined && { jurisdiction }),
    },
    { BIG_KEY: 'k', BIG_SECRET: 's' },
    systemClock,
  );
  const asset = { code: 'USDT', precision: 6, minWithdrawal: Decimal.parse('10'), networks: [ETHEREUM] };
  const description = { name: 'Big', accounts: [], symbols: [], assets: [asset] };
  const listed = { venue, description, withdrawals: 'live' } as const;
  const directory: VenueDirectory = {
    find: () => Promise.resolve(listed),
    list: () => Promise.resolve([listed]),
  };
  const actor = { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set<string>() } as const;
  const input = { network: 'ETHEREUM', address: ADDRESS, ...given };
  const { errors } = await checkDestination({ actor }, directory, input);
  await venue.close();
  return errors;
}

test.each<[string, string | undefined, Partial<CheckedDestination>, object]>([
  ['nothing about recipients where no venue is named', 'FR', {}, {}],
  ['nothing about recipients where the account has no jurisdiction', undefined, { venue: 'big' }, {}],
  ['that the venue asks', 'FR', { venue: 'big' }, { travelRule: ['is required: big asks who receives it'] }],
  [
    'the declaration that nobody made',
    'FR',
    { venue: 'big', travelRule: OWN },
    { 'travelRule.declared': ['must be true: somebody must declare that the answers are true'] },
  ],
  ['nothing wrong with complete answers', 'FR', { venue: 'big', travelRule: { ...OWN, declared: true } }, {}],
  [
    'the members that another country asks for',
    'KZ',
    { venue: 'big', travelRule: { ...OWN, declared: true } },
    {
      'travelRule.address.country': ['is required'],
      'travelRule.address.city': ['is required'],
      'travelRule.purpose.code': ['is required: SERVICES, GOODS, P2P, DONATION, or OTHER'],
    },
  ],
  [
    'a venue that is not there',
    'FR',
    { venue: 'small', travelRule: OWN },
    { venue: ['is not a venue: GET /trade/v1/venues lists them'] },
  ],
])('the check finds %s', async (_what, jurisdiction, given, expected) => {
  expect(await faults(jurisdiction, given)).toEqual(expected);
});

test('the check is refused where the venue has not said yet what it asks', async () => {
  await expect(faults(undefined, { venue: 'big' }, 'binance')).rejects.toThrow(/not known yet what big asks/);
});
