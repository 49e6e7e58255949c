import type { Client } from '@quaestor/sdk';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

/** Of the list that is read. */
export const MOST = 5_000;

export const clientsQuery = ({ clients }: Service) =>
  queryOptions({
    queryKey: ['clients'],
    queryFn: ({ signal }) => clients.list({ signal }).toArray({ limit: MOST }),
  });

/** The newest version of a client. */
export async function readClient(queries: QueryClient, service: Service, name: string): Promise<Client> {
  const clients = await queries.fetchQuery({ ...clientsQuery(service), staleTime: 0 });
  const client = clients.find((listed) => listed.name === name);
  if (!client) throw new Error(`${name} is not listed.`);
  return client;
}
