import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

export const venuesQuery = () =>
  queryOptions({
    queryKey: ['venues'],
    queryFn: ({ signal }) => trading.venues.list({ signal }),
    staleTime: 10_000,
  });

export const balancesQuery = () =>
  queryOptions({
    queryKey: ['balances'],
    queryFn: ({ signal }) => trading.venues.balances({ nonZeroBalanceOnly: true }, { signal }),
  });

/** What all venues hold together, asset by asset. */
export const totalsQuery = () =>
  queryOptions({
    queryKey: ['balances', 'totals'],
    queryFn: ({ signal }) =>
      trading.venues.balances({ aggregate: true, nonZeroBalanceOnly: true }, { signal }),
  });
