import { queryOptions } from '@tanstack/react-query';
import { Big } from 'big.js';
import {
  addDays,
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
/** The report of orders takes at most as many days. */
const ORDER_DAYS = 32;
/** Orders that are read to find the symbols, page by page. */
const MOST_ORDERS = 3_000;
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

/** No report groups by symbol, so the orders that earned most are added up here. */
export const topSymbolsQuery = (reads: Reads, name: PeriodName) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'symbols', name],
    queryFn: async ({ signal }) => {
      const { from, to } = periodOf(name, today());
      const earliest = addDays(to, 1 - ORDER_DAYS);
      const since = from < earliest ? earliest : from;
      const query = { date_from: since, date_to: to, ordering: ['-reward_usd' as const] };
      const report = reads.reports.clientTransactions(query, { signal });
      const sums = new Map<string, Big>();
      let [read, all] = [0, 0];
      do {
        const { data, totals } = await report.page({ limit: PAGE, offset: read });
        for (const { symbol, reward_usd: reward } of data) {
          sums.set(symbol, (sums.get(symbol) ?? new Big(0)).plus(reward ?? 0));
        }
        all = totals.count;
        read += data.length;
        if (data.length === 0) break;
      } while (read < Math.min(all, MOST_ORDERS));
      const tops = [...sums]
        .filter(([, sum]) => sum.gt(0))
        .sort(([, a], [, b]) => b.cmp(a))
        .slice(0, TOP)
        .map(([symbol, sum]): Top => ({ name: symbol, reward: sum.toFixed() }));
      return { tops, read, all, since };
    },
  });

export const summaryQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'summary'],
    queryFn: ({ signal }) => reads.profile.summary({ signal }),
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
