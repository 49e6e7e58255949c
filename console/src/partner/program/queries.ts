import { queryOptions } from '@tanstack/react-query';
import { periodOf, today, type PeriodName } from '../../shared/period/index.ts';
import { partner } from '../api.ts';
import { asQuery, figuresOf, topOf } from '../figures/index.ts';

const NOUN = 'program';
const TOP = 8;
const LATEST = 5;

/** The figures of each day or month over all partners, and the totals of this period and of the one before. */
export const figuresQuery = (name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, 'figures', name],
    queryFn: ({ signal }) =>
      figuresOf(name, (query) => partner.reports.programPerformance(query, { signal })),
  });

/** Which partners or countries earned most. */
export const topQuery = (by: 'partner_uid' | 'country', name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, 'top', by, name],
    queryFn: async ({ signal }) => {
      const query = {
        group_by: [by],
        ordering: ['-reward_usd' as const],
        ...asQuery(periodOf(name, today())),
      };
      return topOf((await partner.reports.programPerformance(query, { signal }).page({ limit: TOP })).data);
    },
  });

export const latestPayoutsQuery = () =>
  queryOptions({
    queryKey: ['crediting', 'latest'],
    queryFn: async ({ signal }) => (await partner.crediting.payouts({ limit: LATEST }, { signal })).payouts,
  });

export const latestBatchesQuery = () =>
  queryOptions({
    queryKey: ['facts', 'latest'],
    queryFn: async ({ signal }) => (await partner.facts.batches({ limit: LATEST }, { signal })).batches,
  });
