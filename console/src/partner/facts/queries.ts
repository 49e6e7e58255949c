import type { FactBatches, FactKinds } from '@quaestor/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { partner } from '../api.ts';

export type Batch = FactBatches['batches'][number];
export type FactKind = FactKinds['kinds'][number];
export type FactField = FactKind['fields'][number];

/** The kinds of facts do not change while the service runs. */
export const kindsQuery = () =>
  queryOptions({
    queryKey: ['facts', 'kinds'],
    queryFn: async ({ signal }) => (await partner.facts.kinds({ signal })).kinds,
    staleTime: Infinity,
  });

const NONE: readonly FactField[] = [];

/** The fields of a kind; none while they are not known. */
export function useFields(kind: string): readonly FactField[] {
  const { data } = useQuery(kindsQuery());
  return data?.find((known) => known.kind === kind)?.fields ?? NONE;
}
