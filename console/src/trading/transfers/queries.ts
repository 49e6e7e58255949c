import type { Transfer } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** Votes, attempts and reasons to wait have no events of their own. */
const EVERY_MS = 5_000;
const ENDED: ReadonlySet<Transfer['status']> = new Set(['SIMULATED', 'COMPLETED', 'CANCELLED', 'FAILED']);

export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => trading.transfers.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || ENDED.has(data.status) ? false : EVERY_MS,
  });

/** What is between two venues, by asset. */
export const inFlightQuery = () =>
  queryOptions({
    queryKey: ['transfers', 'in-flight'],
    queryFn: ({ signal }) => trading.transfers.inFlight({ signal }),
    refetchInterval: 6 * EVERY_MS,
  });

/** The filter of the list that shows them. */
export const inFlightOf = (asset: string): string =>
  `asset:"${asset}" AND status:(IN_FLIGHT OR NEEDS_PERSON)`;

export const filterQuery = () =>
  queryOptions({
    queryKey: ['filters', 'transfer'],
    queryFn: ({ signal }) => trading.filters.transfer({ signal }),
    staleTime: 60_000,
  });
