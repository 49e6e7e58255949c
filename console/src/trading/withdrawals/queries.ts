import type { WithdrawalDetail } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const EVERY_MS = 5_000;

export const ENDED: ReadonlySet<WithdrawalDetail['status']> = new Set([
  'SIMULATED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
]);

/** Votes, attempts and reasons to wait have no events of their own. */
export const paceOf = (withdrawal: WithdrawalDetail | undefined): number | false =>
  withdrawal === undefined || ENDED.has(withdrawal.status) ? false : EVERY_MS;

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'one', id],
    queryFn: ({ signal }) => trading.withdrawals.get(id, { expand: 'approvals' }, { signal }),
    refetchInterval: ({ state: { data } }) => paceOf(data),
  });

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['withdrawals', 'one', id, 'events'],
    queryFn: ({ signal }) => trading.withdrawals.events(id, { signal }),
  });

export const filterQuery = () =>
  queryOptions({
    queryKey: ['filters', 'withdrawal'],
    queryFn: ({ signal }) => trading.filters.withdrawal({ signal }),
    staleTime: 60_000,
  });

/** Of the list that is read. */
export const MOST_DESTINATIONS = 20_000;

export const destinationsQuery = () =>
  queryOptions({
    queryKey: ['destinations'],
    queryFn: ({ signal }) => trading.destinations.list({ signal }).toArray({ limit: MOST_DESTINATIONS }),
  });
