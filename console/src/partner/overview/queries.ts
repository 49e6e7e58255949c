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
import type { Reads } from '../viewed.ts';

const NOUN = 'overview';
const TOP = 6;
const PAGE = 1_000;

const asQuery = ({ from, to }: Period) => ({ date_from: from, date_to: to });

/** The figures of each day or month, and the totals of this period and of the one before. */
export const figuresQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'figures', name],
    queryFn: async ({ signal }) => {
      const [period, before] = [periodOf(name, today()), previousOf(name, today())];
      const [{ data, totals }, previous] = await Promise.all([
        reads.reports
          .performance({ group_by: [unitOf(name)], ...asQuery(period) }, { signal })
          .page({ limit: PAGE }),
        reads.reports.performance({ group_by: ['year'], ...asQuery(before) }, { signal }).totals(),
      ]);
      return { period, before, rows: data, totals, previous };
    },
  });

interface Top {
  readonly name: string;
  readonly reward: string;
}

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

const topOf = (rows: readonly { group_fields: readonly string[]; reward_usd: string }[]): Top[] =>
  rows
    .filter(({ reward_usd: reward }) => new Big(reward).gt(0))
    .map(({ group_fields: [name = ''], reward_usd: reward }) => ({ name, reward }));

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

/** The payout that was credited last, with its sums. */
export const lastCreditedQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'credited'],
    queryFn: async ({ signal }) => {
      const newest = reads.reports.creditedRewards({ ordering: ['-reward_order'] }, { signal });
      const [row] = (await newest.page({ limit: 1 })).data;
      if (row === undefined) return null;
      const payout = Number(row.reward_order);
      const totals = await reads.reports.creditedRewards({ reward_order: payout }, { signal }).totals();
      return { payout: row.reward_order, at: row.reward_datetime, totals };
    },
  });

/** The last rise to a better tier. */
export const lastRiseQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'rise'],
    queryFn: async ({ signal }) => {
      const [rise] = (await reads.reports.progressRewards({ signal }).page({ limit: 1 })).data;
      return rise ?? null;
    },
  });
