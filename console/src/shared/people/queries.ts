import type { ListedPerson } from '@quaestor/sdk';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

/** Of the list that is read. */
export const MOST = 5_000;

export const peopleQuery = ({ people }: Service) =>
  queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => people.list({ signal }).toArray({ limit: MOST }),
  });

/** The newest version of a person. */
export async function readPerson(
  client: QueryClient,
  service: Service,
  login: string,
): Promise<ListedPerson> {
  const people = await client.fetchQuery({ ...peopleQuery(service), staleTime: 0 });
  const person = people.find((listed) => listed.login === login);
  if (!person) throw new Error(`${login} is not listed.`);
  return person;
}

export const sessionsQuery = ({ people }: Service, login: string) =>
  queryOptions({
    queryKey: ['people', login, 'sessions'],
    queryFn: ({ signal }) => people.sessions(login, { signal }),
  });
