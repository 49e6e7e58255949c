import { queryOptions } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

const MOST = 5_000;

export const clientsQuery = ({ clients }: Service) =>
  queryOptions({
    queryKey: ['clients'],
    queryFn: ({ signal }) => clients.list({ signal }).toArray({ limit: MOST }),
  });
