import type { TierLevels } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export type TierLevel = TierLevels['rows'][number];

export const KEY = ['tier_group_id', 'valid_from'] as const;

/** What identifies a level, also in the address. */
export const idOf = ({ fact }: Pick<TierLevel, 'fact'>): string =>
  KEY.map((name) => String(fact[name])).join(' ');

const keyOf = (id: string) => {
  const [tier = '', day = ''] = id.split(' ');
  return { tier: Number(tier), day };
};

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['tier-levels', 'history', id],
    queryFn: async ({ signal }) =>
      (await partner.terms.tierLevelHistory(keyOf(id).tier, { signal })).versions,
  });

const MOST = 1_000;

/** The stored level that an editor begins with. */
export const levelQuery = (id: string) =>
  queryOptions({
    queryKey: ['tier-levels', 'one', id],
    queryFn: async ({ signal }) => {
      const { tier, day } = keyOf(id);
      const { rows } = await partner.terms.tierLevels({ tier_group_id: tier, limit: MOST }, { signal });
      return rows.find(({ fact }) => fact['valid_from'] === day)?.fact ?? null;
    },
  });
