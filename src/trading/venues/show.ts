import { capabilitiesOf } from './capabilities.ts';
import type { KnownVenue } from './open.ts';
import type { Switches } from './store.ts';

/** A venue for its readers; one that has never answered is known by its code alone. */
export function showVenue({ code, venue, description, isLive, silence }: KnownVenue, switches: Switches) {
  const { name, accounts, symbols, assets } = description ?? {
    name: code,
    accounts: [],
    symbols: [],
    assets: [],
  };
  const { trading, withdrawals } = switches;
  return {
    code,
    name,
    trading,
    withdrawals,
    live: isLive,
    reason: silence?.reason ?? null,
    cause: silence?.cause ?? null,
    capabilities: capabilitiesOf(venue),
    accounts,
    symbols,
    assets: assets.map((asset) => ({
      ...asset,
      networks: asset.networks.map((network) => ({
        ...network,
        withdrawalFee: network.withdrawalFee ?? null,
        refusal: network.refusal ?? null,
      })),
    })),
  };
}
