import type { SavedDestination, Venue, VenueAsset } from '@quaestor/sdk';

type Network = VenueAsset['networks'][number];

/** The networks that pay to addresses; the others pay to bank accounts. */
export const chainsOf = (networks: readonly Network[]): Network[] =>
  networks.filter(({ addressFormat }) => addressFormat !== 'alias');

/** The saved destinations to which the asset can be sent. */
export function fitting(
  { networks }: Pick<VenueAsset, 'networks'>,
  destinations: readonly SavedDestination[],
): SavedDestination[] {
  const chains = chainsOf(networks);
  const codes = new Set(chains.map(({ code }) => code));
  const paysToBanks = chains.length < networks.length;
  return destinations.filter(({ kind, network }) =>
    kind === 'bank' ? paysToBanks : network !== null && codes.has(network),
  );
}

/** The networks with addresses that any venue knows. */
export const knownNetworks = (venues: readonly Pick<Venue, 'assets'>[]): string[] => [
  ...new Set(
    venues.flatMap(({ assets }) =>
      assets.flatMap(({ networks }) => chainsOf(networks).map(({ code }) => code)),
    ),
  ),
];
