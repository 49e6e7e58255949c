import { queryOptions } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

const MOST = 5_000;

export const peopleQuery = ({ people }: Service) =>
  queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => people.list({ signal }).toArray({ limit: MOST }),
  });

export const sessionsQuery = ({ people }: Service, login: string) =>
  queryOptions({
    queryKey: ['people', login, 'sessions'],
    queryFn: ({ signal }) => people.sessions(login, { signal }),
  });
