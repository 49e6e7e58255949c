import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const MOST = 5_000;

export const clientsQuery = () =>
  queryOptions({
    queryKey: ['clients'],
    queryFn: ({ signal }) => trading.clients.list({ signal }).toArray({ limit: MOST }),
  });
