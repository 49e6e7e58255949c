import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

export const venuesQuery = () =>
  queryOptions({
    queryKey: ['venues'],
    queryFn: ({ signal }) => trading.venues.list({ signal }),
    staleTime: 10_000,
  });

/** The same, again and again: no event says that a venue came or went. */
export const venueStatesQuery = () => queryOptions({ ...venuesQuery(), refetchInterval: 5_000 });

/** Each read asks the venues, which limit how often they are asked. */
const BALANCES_EVERY_MS = 30_000;

export const balancesQuery = () =>
  queryOptions({
    queryKey: ['balances'],
    queryFn: ({ signal }) => trading.venues.balanceSummary({ nonZeroBalanceOnly: true }, { signal }),
    refetchInterval: BALANCES_EVERY_MS,
  });

export const venueBalancesQuery = (code: string) =>
  queryOptions({
    queryKey: ['balances', 'venue', code],
    queryFn: ({ signal }) => trading.venues.balances({ venue: code, nonZeroBalanceOnly: true }, { signal }),
    refetchInterval: BALANCES_EVERY_MS,
  });

/** What all venues hold together, asset by asset. */
export const totalsQuery = () =>
  queryOptions({
    queryKey: ['balances', 'totals'],
    queryFn: ({ signal }) =>
      trading.venues.balanceSummary({ aggregate: true, nonZeroBalanceOnly: true }, { signal }),
    refetchInterval: BALANCES_EVERY_MS,
  });
