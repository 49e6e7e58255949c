import { asked, type Asked } from '../travel-rule/index.ts';
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
    travelRule: venue.asks === undefined ? [] : asked(venue.asks).map(toQuestion),
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

const toQuestion = ({ field, isRequired, choices, when }: Asked) => ({
  field,
  required: isRequired,
  choices: choices === undefined ? null : [...choices],
  when: Object.fromEntries(Object.entries(when).map(([path, values]) => [path, [values].flat()])),
});
