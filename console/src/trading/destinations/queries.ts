import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const MOST = 20_000;

export const destinationsQuery = () =>
  queryOptions({
    queryKey: ['destinations'],
    queryFn: ({ signal }) => trading.destinations.list({ signal }).toArray({ limit: MOST }),
  });
