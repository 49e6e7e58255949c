import type { FactBatches, FactKinds } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';
import { numberOf } from '../figures/index.ts';

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

/** Null if there is no such batch. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['facts', 'batch', id],
    queryFn: async ({ signal }) => {
      const number = numberOf(id);
      if (number === undefined) return null;
      return (await partner.facts.batches({ number }, { signal })).batches[0] ?? null;
    },
  });
