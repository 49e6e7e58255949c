import { queryOptions } from '@tanstack/react-query';
import type { Reads } from '../viewed.ts';

/** One client; null if the partner has no such client. */
export const clientQuery = (reads: Reads, uid: string) =>
  queryOptions({
    queryKey: ['clients', reads.of, 'one', uid],
    queryFn: async ({ signal }) => {
      const { data } = await reads.reports.clients({ client_uid: [uid] }, { signal }).page({ limit: 1 });
      return data[0] ?? null;
    },
  });

/** The values of a field that clients have. */
const valuesQuery = (field: string) => (reads: Reads) =>
  queryOptions({
    queryKey: ['clients', reads.of, 'values', field],
    queryFn: async ({ signal }) => (await reads.reports.values('clients', { field }, { signal })).values,
    staleTime: 60_000,
  });

export const countriesQuery = valuesQuery('client_country');
export const linkCodesQuery = valuesQuery('link_code');

/** The clients whose uid contains a text. */
export const findClients = async (reads: Reads, search: string, signal: AbortSignal): Promise<string[]> =>
  (await reads.reports.values('clients', { field: 'client_uid', search }, { signal })).values;
