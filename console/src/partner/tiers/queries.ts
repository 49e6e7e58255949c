import type { TierChanges } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export type TierChange = TierChanges['rows'][number];

export const idOf = ({ fact }: Pick<TierChange, 'fact'>): string => String(fact['compensation_id']);

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['tiers', 'history', id],
    queryFn: async ({ signal }) => (await partner.terms.tierChangeHistory(Number(id), { signal })).versions,
  });
