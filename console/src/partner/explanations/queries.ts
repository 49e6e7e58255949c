import { queryOptions } from '@tanstack/react-query';
import { usePages, useReportRows } from '../use-pages.ts';
import type { Reads } from '../viewed.ts';

const NOUN = 'explanations';
const MOST_DAYS = 1_000;

/** What each day earned on the first level. */
export const daysQuery = (reads: Reads, from: string, to: string) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'days', from, to],
    queryFn: async ({ signal }) => {
      const query = {
        group_by: ['day' as const],
        date_from: from,
        date_to: to,
        ordering: ['-day' as const],
      };
      const { data } = await reads.reports.performance(query, { signal }).page({ limit: MOST_DAYS });
      return data.filter(({ volume_lots: lots, reward_usd: reward }) => lots !== '0' || reward !== '0');
    },
  });

export const progressListQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'progress'],
    queryFn: async ({ signal }) =>
      (await reads.reports.progressRewards({ signal }).page({ limit: 100 })).data,
  });

/** The orders that were closed on a day. */
export const useOrdersOf = (reads: Reads, day: string) =>
  useReportRows([NOUN, reads.of, 'orders', day], (options) =>
    reads.reports.clientTransactions({ date_from: day, date_to: day }, options),
  );

/** The rows that were credited for a day, on both levels and with adjustments. */
export const useCreditedOn = (reads: Reads, day: string) =>
  useReportRows([NOUN, reads.of, 'credited on', day], (options) =>
    reads.reports.creditedRewards({ reward_date_from: day, reward_date_to: day }, options),
  );

export const orderQuery = (reads: Reads, id: string) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'order', id],
    queryFn: ({ signal }) => reads.orders.explain(id, { signal }),
  });

export const useCredited = (reads: Reads, id: number) =>
  usePages([NOUN, reads.of, 'credited', id], async ({ signal, ...position }) => {
    const about = await reads.orders.explainCredited(id, position, { signal });
    return { rows: about.orders, count: about.orders_count, about };
  });

export const useProgress = (reads: Reads, id: number) =>
  usePages([NOUN, reads.of, 'progress', id], async ({ signal, ...position }) => {
    const about = await reads.orders.explainProgress(id, position, { signal });
    return { rows: about.orders, count: about.orders_count, about };
  });
