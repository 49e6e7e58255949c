import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** What one unit of an asset is worth in another. */
export const rateQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['rate', from, to],
    queryFn: ({ signal }) => trading.rates.indicative(from, to, { signal }),
    refetchInterval: 15_000,
  });
