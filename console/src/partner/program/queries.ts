import { queryOptions } from '@tanstack/react-query';
import { Big } from 'big.js';
import {
  periodOf,
  previousOf,
  today,
  unitOf,
  type Period,
  type PeriodName,
} from '../../shared/period/index.ts';
import { partner } from '../api.ts';

const NOUN = 'program';
const TOP = 8;
const LATEST = 5;
const PAGE = 1_000;

const asQuery = ({ from, to }: Period) => ({ date_from: from, date_to: to });

/** The figures of each day or month over all partners, and the totals of this period and of the one before. */
export const figuresQuery = (name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, 'figures', name],
    queryFn: async ({ signal }) => {
      const [period, before] = [periodOf(name, today()), previousOf(name, today())];
      const { reports } = partner;
      const [{ data, totals }, previous] = await Promise.all([
        reports
          .programPerformance({ group_by: [unitOf(name)], ...asQuery(period) }, { signal })
          .page({ limit: PAGE }),
        reports.programPerformance({ group_by: ['year'], ...asQuery(before) }, { signal }).totals(),
      ]);
      return { period, before, rows: data, totals, previous };
    },
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
      const { data } = await partner.reports.programPerformance(query, { signal }).page({ limit: TOP });
      return data
        .filter(({ reward_usd: reward }) => new Big(reward).gt(0))
        .map(({ group_fields: [of = ''], reward_usd: reward }) => ({ name: of, reward }));
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
