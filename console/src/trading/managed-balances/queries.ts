import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** Only a balance that becomes low has an event. */
const EVERY_MS = 15_000;

export const managedBalancesQuery = () =>
  queryOptions({
    queryKey: ['managed-balances'],
    queryFn: ({ signal }) => trading.managedBalances.list({ signal }),
    refetchInterval: EVERY_MS,
  });

export const managedBalanceQuery = (venue: string, asset: string) =>
  queryOptions({
    queryKey: ['managed-balances', venue, asset],
    queryFn: ({ signal }) => trading.managedBalances.get(venue, asset, { signal }),
  });
