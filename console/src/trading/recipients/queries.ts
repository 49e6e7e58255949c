import type { CheckedDestination } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { faultsWithin, type Faults } from '../../shared/recipients/index.ts';
import { trading } from '../api.ts';

export const recipientQuery = (id: string) =>
  queryOptions({
    queryKey: ['recipients', id],
    queryFn: ({ signal }) => trading.recipients.get(id, { signal }),
    // What was said never changes; it can be erased.
    staleTime: 60_000,
  });

export const counterpartiesQuery = (venue: string, q: string) =>
  queryOptions({
    queryKey: ['counterparties', venue, q],
    queryFn: ({ signal }) => trading.venues.counterparties(venue, { q }, { signal }),
    staleTime: 600_000,
    retry: false,
  });

/** What is missing or wrong for a venue, by the member of the request. */
export const faultsQuery = (checked: CheckedDestination) =>
  queryOptions({
    queryKey: ['recipients', 'check', checked],
    queryFn: async ({ signal }) =>
      faultsWithin('travelRule', (await trading.destinations.check(checked, { signal })).errors),
    gcTime: 0,
  });

/** What the venues would refuse of it, together. */
export async function findFaults(
  place: Pick<CheckedDestination, 'network' | 'address' | 'tag' | 'travelRule'>,
  venues: readonly string[],
): Promise<Faults> {
  const all = await Promise.all(
    venues.map(async (venue) =>
      faultsWithin('travelRule', (await trading.destinations.check({ ...place, venue })).errors),
    ),
  );
  return Object.assign({}, ...all) as Faults;
}
