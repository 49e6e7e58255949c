import type { Venue } from '@quaestor/sdk';
import type { Asking } from '../../shared/recipients/index.ts';

/** The venues that pay over the network and ask who receives it. */
export const askingOver = (venues: readonly Venue[], network: string | null): readonly Asking[] =>
  venues.filter(
    ({ travelRule, assets }) =>
      travelRule.length > 0 && assets.some(({ networks }) => networks.some(({ code }) => code === network)),
  );
