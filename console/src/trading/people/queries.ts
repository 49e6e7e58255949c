import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const MOST = 5_000;

export const peopleQuery = () =>
  queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => trading.people.list({ signal }).toArray({ limit: MOST }),
  });

export const sessionsQuery = (login: string) =>
  queryOptions({
    queryKey: ['people', login, 'sessions'],
    queryFn: ({ signal }) => trading.people.sessions(login, { signal }),
  });
