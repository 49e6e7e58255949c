import type { Venue, VenueAsset } from '@quaestor/sdk';
import { chainsOf } from '../withdrawals/payable.ts';

type Assets = Pick<Venue, 'assets'> | undefined;

/** The networks over which an asset can go from one venue to another. */
export function sharedNetworks(from: Assets, to: Assets, asset: string | null): VenueAsset['networks'] {
  const networksAt = (venue: Assets) =>
    chainsOf(venue?.assets.find(({ code }) => code === asset)?.networks ?? []);
  const known = new Set(networksAt(to).map(({ code }) => code));
  return networksAt(from).filter(({ code }) => known.has(code));
}

/** The assets that have such a network. */
export const sharedAssets = (from: Assets, to: Assets): string[] =>
  (from?.assets ?? []).map(({ code }) => code).filter((code) => sharedNetworks(from, to, code).length > 0);
