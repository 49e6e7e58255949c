import type { TierLevels } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export type TierLevel = TierLevels['rows'][number];

export const KEY = ['tier_group_id', 'valid_from'] as const;

/** What identifies a level, also in the address. */
export const idOf = ({ fact }: Pick<TierLevel, 'fact'>): string =>
  KEY.map((name) => String(fact[name])).join(' ');

export const keyOf = (id: string) => {
  const [tier = '', valid_from = ''] = id.split(' ');
  return { tier_group_id: Number(tier), valid_from };
};

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['tier-levels', 'history', id],
    queryFn: async ({ signal }) =>
      (await partner.terms.tierLevelHistory(keyOf(id).tier_group_id, { signal })).versions,
  });

const MOST = 1_000;

/** A stored level; null if there is none. */
export const levelQuery = (id: string) =>
  queryOptions({
    queryKey: ['tier-levels', 'one', id],
    queryFn: async ({ signal }) => {
      if (!/^\d{1,15} /.test(id)) return null;
      const { tier_group_id, valid_from } = keyOf(id);
      const { rows } = await partner.terms.tierLevels({ tier_group_id, limit: MOST }, { signal });
      return rows.find(({ fact }) => fact['valid_from'] === valid_from) ?? null;
    },
  });
