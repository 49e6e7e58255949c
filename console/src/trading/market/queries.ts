import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** What one unit of an asset is worth in another. */
export const rateQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['rate', from, to],
    queryFn: ({ signal }) => trading.rates.indicative(from, to, { signal }),
    refetchInterval: 15_000,
  });

/** The pairs that the person watches, with their prices. */
export const watchListQuery = () =>
  queryOptions({
    queryKey: ['watch-list'],
    queryFn: ({ signal }) => trading.watchList.get({ signal }),
    refetchInterval: 10_000,
  });

/** The price of a pair over the last hours. */
export const pricesQuery = (symbol: string, hours: number) =>
  queryOptions({
    queryKey: ['prices', symbol, hours],
    queryFn: ({ signal }) => {
      const now = Date.now();
      // The server refuses more than it keeps, which a week that ended at its own time would be by now.
      const period = { from: timeOf(now - hours * 3_600_000), to: timeOf(now) };
      return trading.book(symbol).prices(period, { signal });
    },
    refetchInterval: 60_000,
  });

const timeOf = (ms: number): string => new Date(ms).toISOString();
