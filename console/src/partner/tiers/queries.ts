import type { TierChanges } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';
import { numberOf } from '../figures/index.ts';

export type TierChange = TierChanges['rows'][number];

export const idOf = ({ fact }: Pick<TierChange, 'fact'>): string => String(fact['compensation_id']);

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['tiers', 'history', id],
    queryFn: async ({ signal }) => (await partner.terms.tierChangeHistory(Number(id), { signal })).versions,
  });

/** A stored tier change; null if there is none. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['tiers', 'one', id],
    queryFn: async ({ signal }) => {
      const compensation_id = numberOf(id);
      if (compensation_id === undefined) return null;
      return (await partner.terms.tierChanges({ compensation_id }, { signal })).rows[0] ?? null;
    },
  });
