import type { CheckedDestination } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
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
      onlyRecipient((await trading.destinations.check(checked, { signal })).errors),
    gcTime: 0,
  });

export type Faults = Readonly<Record<string, readonly string[]>>;

const PREFIX = 'travelRule.';

/** By the path within `travelRule`; one about all of it has no path. */
export const onlyRecipient = (errors: Faults): Faults =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, faults]) => {
      if (path === 'travelRule') return [['', faults]];
      return path.startsWith(PREFIX) ? [[path.slice(PREFIX.length), faults]] : [];
    }),
  );

/** What the venues would refuse of it, together. */
export async function findFaults(
  place: Pick<CheckedDestination, 'network' | 'address' | 'tag' | 'travelRule'>,
  venues: readonly string[],
): Promise<Faults> {
  const all = await Promise.all(
    venues.map(async (venue) =>
      onlyRecipient((await trading.destinations.check({ ...place, venue })).errors),
    ),
  );
  return Object.assign({}, ...all) as Faults;
}
