import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

const MOST = 1_000;
const MOST_FOUND = 20;

/** The partners that a text finds, by uid. */
export const partnersQuery = (q: string) =>
  queryOptions({
    queryKey: ['partners', 'found', q],
    queryFn: async ({ signal }) => {
      const { partners } = await partner.partners.list(
        { limit: MOST_FOUND, ...(q !== '' && { q }) },
        { signal },
      );
      return partners.map(({ partner_uid }) => partner_uid);
    },
  });

/** What stored tariffs have in a field, each once. */
export const knownValuesQuery = (field: string) =>
  queryOptions({
    queryKey: ['tariffs', 'known'],
    queryFn: async ({ signal }) => (await partner.terms.tariffs({ limit: MOST }, { signal })).rows,
    select: (rows) =>
      [...new Set(rows.flatMap(({ fact }) => (fact[field] ? [String(fact[field])] : [])))].toSorted(),
  });

/** The tiers that have levels, each by the name it got last. */
export const knownTiersQuery = () =>
  queryOptions({
    queryKey: ['tier-levels', 'known'],
    queryFn: async ({ signal }) => {
      const { rows } = await partner.terms.tierLevels({ limit: MOST }, { signal });
      // Each tier begins with what is in force last.
      const names = new Map(
        rows.toReversed().map(({ fact }) => [String(fact['tier_group_id']), String(fact['name'])]),
      );
      return [...names].map(([value, about]) => ({ value, about })).toReversed();
    },
  });
