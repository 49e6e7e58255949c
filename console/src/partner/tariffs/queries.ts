import type { Tariffs } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export type Tariff = Tariffs['rows'][number];

export const KEY = ['partner_uid', 'account_type', 'symbol', 'valid_from'] as const;

/** What identifies a tariff, also in the address. No part contains a space. */
export const idOf = ({ fact }: Pick<Tariff, 'fact'>): string =>
  KEY.map((name) => String(fact[name])).join(' ');

export const keyOf = (id: string) => {
  const [partner_uid = '', account_type = '', symbol = '', valid_from = ''] = id.split(' ');
  return { partner_uid, account_type, symbol, valid_from };
};

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['tariffs', 'history', id],
    queryFn: async ({ signal }) => {
      const { valid_from: _day, ...key } = keyOf(id);
      return (await partner.terms.tariffHistory(key, { signal })).versions;
    },
  });

const MOST = 1_000;

/** A stored tariff; null if there is none. It is in force on its first day. */
export const tariffQuery = (id: string) =>
  queryOptions({
    queryKey: ['tariffs', 'one', id],
    queryFn: async ({ signal }) => {
      if (!/^\S+ \S+ \S+ \d{4}-\d\d-\d\d$/.test(id)) return null;
      const { valid_from: day, ...key } = keyOf(id);
      const { rows } = await partner.terms.tariffs({ ...key, day, limit: MOST }, { signal });
      return rows.find(({ fact }) => fact['valid_from'] === day) ?? null;
    },
  });
