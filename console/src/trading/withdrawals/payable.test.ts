import type { SavedDestination, VenueAsset } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { chainsOf, fitting } from './payable.ts';

const COMMON = { tag: 'none', withdrawalFee: null, refusal: null } as const;
const ETHEREUM = { ...COMMON, code: 'ETHEREUM', addressFormat: 'evm' } as const;
const TRON = { ...COMMON, code: 'TRON', addressFormat: 'tron' } as const;
const SEPA = { ...COMMON, code: 'SEPA', addressFormat: 'alias' } as const;

const saved = (alias: string, network: string | null): SavedDestination => ({
  id: alias,
  alias,
  kind: network === null ? 'bank' : 'blockchain',
  network,
  address: network && '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tag: null,
  account: network === null ? 'main' : null,
  recipient: null,
  createdBy: 'ada',
  createdAt: '2026-01-31T12:05:00.000Z',
  status: 'CONFIRMED',
  confirmedBy: 'grace',
  confirmedAt: '2026-01-31T12:07:00.000Z',
});
const DESTINATIONS = [saved('bank', null), saved('cold', 'ETHEREUM'), saved('warm', 'BITCOIN')];

it.each<[string, VenueAsset['networks'], string[]]>([
  ['money of banks goes to bank accounts alone', [SEPA], ['bank']],
  ['a coin goes to addresses on its networks alone', [ETHEREUM, TRON], ['cold']],
  ['what has both ways goes to both', [ETHEREUM, SEPA], ['bank', 'cold']],
])('%s', (_name, networks, aliases) => {
  expect(fitting({ networks }, DESTINATIONS).map(({ alias }) => alias)).toEqual(aliases);
});

it('a network of banks takes no addresses', () => {
  expect(chainsOf([SEPA, TRON])).toEqual([TRON]);
});
