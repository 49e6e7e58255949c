import type { RewardsReport } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { Big } from 'big.js';
import { periodOf, today, type PeriodName } from '../../shared/period/index.ts';
import { asQuery, figuresOf, topOf, type Top } from '../figures/index.ts';
import type { Reads } from '../viewed.ts';

const NOUN = 'overview';
const TOP = 6;
const MOST_PAID = 1_000;

/** The figures of each day or month, and the totals of this period and of the one before. */
export const figuresQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'figures', name],
    queryFn: ({ signal }) => figuresOf(name, (query) => reads.reports.performance(query, { signal })),
  });

const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed();

/** What was credited for the days of the period, by kind. */
export const creditedQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'credited in', name],
    queryFn: async ({ signal }) => {
      const { days } = await reads.orders.creditedDays(asQuery(periodOf(name, today())), { signal });
      return {
        reward: sum(days.map((day) => day.reward_usd)),
        second_level_reward: sum(days.map((day) => day.second_level_reward_usd)),
        progress_reward: sum(days.map((day) => day.progress_reward_usd)),
        commission: sum(days.map((day) => day.commission_usd)),
        commission_paid: sum(days.map((day) => day.commission_paid_usd)),
        adjustment: sum(days.map((day) => day.adjustment_usd)),
        total: sum(days.map((day) => day.credited_usd)),
      };
    },
  });
export type CreditedSums = Awaited<ReturnType<NonNullable<ReturnType<typeof creditedQuery>['queryFn']>>>;

export const topLinksQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'links', name],
    queryFn: async ({ signal }): Promise<Top[]> => {
      const query = { group_by: ['partner_code' as const], ordering: ['-reward_usd' as const] };
      const report = reads.reports.ibPerformance(
        { ...query, ...asQuery(periodOf(name, today())) },
        { signal },
      );
      return topOf((await report.page({ limit: TOP })).data);
    },
  });

export const topCountriesQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'countries', name],
    queryFn: async ({ signal }): Promise<Top[]> => {
      const query = { group_by: ['country' as const], ordering: ['-reward_usd' as const] };
      const report = reads.reports.performance({ ...query, ...asQuery(periodOf(name, today())) }, { signal });
      return topOf((await report.page({ limit: TOP })).data);
    },
  });

export const topSymbolsQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'symbols', name],
    queryFn: async ({ signal }): Promise<Top[]> => {
      const query = { ...asQuery(periodOf(name, today())), ordering: ['-reward_usd' as const] };
      const { data } = await reads.reports.symbols(query, { signal }).page({ limit: TOP });
      return topOf(data.map(({ symbol, reward_usd }) => ({ group_fields: [symbol], reward_usd })));
    },
  });

export const summaryQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'summary'],
    queryFn: ({ signal }) => reads.profile.summary({ signal }),
  });

/** The tier, and what is missing for the next one. */
export const tierQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'tier'],
    queryFn: ({ signal }) => reads.profile.tier({ signal }),
  });

export interface Credited {
  readonly payout: string;
  readonly at: string;
  readonly totals: RewardsReport['totals'];
}

/** The payout that was credited last, with its sums. */
export const lastCreditedQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'credited'],
    queryFn: async ({ signal }): Promise<Credited | null> => {
      const newest = reads.reports.creditedRewards({ ordering: ['-reward_order'] }, { signal });
      const [row] = (await newest.page({ limit: 1 })).data;
      if (row === undefined) return null;
      const payout = Number(row.reward_order);
      const totals = await reads.reports.creditedRewards({ reward_order: payout }, { signal }).totals();
      return { payout: row.reward_order, at: row.reward_datetime, totals };
    },
  });

/** What was paid for better tiers, the latest first. */
export const progressQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'progress'],
    queryFn: async ({ signal }) =>
      (await reads.reports.progressRewards({ signal }).page({ limit: MOST_PAID })).data,
  });
