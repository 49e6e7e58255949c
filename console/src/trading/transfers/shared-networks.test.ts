import type { Venue } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { sharedAssets, sharedNetworks } from './shared-networks.ts';

const venue = (assets: Record<string, string[]>) =>
  ({
    assets: Object.entries(assets).map(([code, networks]) => ({
      code,
      networks: networks.map((network) => ({
        code: network,
        addressFormat: network === 'SEPA' ? 'alias' : 'evm',
      })),
    })),
  }) as unknown as Venue;

const north = venue({ USDT: ['ETHEREUM', 'TRON'], EUR: ['SEPA'], BTC: ['BITCOIN'] });
const south = venue({ USDT: ['TRON', 'SOLANA'], EUR: ['SEPA'] });

it('an asset goes only over networks that both venues know, and never to a bank', () => {
  expect(sharedNetworks(north, south, 'USDT').map(({ code }) => code)).toEqual(['TRON']);
  expect(sharedNetworks(north, south, 'EUR')).toEqual([]);
  expect(sharedNetworks(north, south, 'BTC')).toEqual([]);
  expect(sharedNetworks(north, undefined, 'USDT')).toEqual([]);
  expect(sharedAssets(north, south)).toEqual(['USDT']);
});
