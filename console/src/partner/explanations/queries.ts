import { queryOptions } from '@tanstack/react-query';
import { usePages, useReportRows } from '../use-pages.ts';
import type { Reads } from '../viewed.ts';
import { mergeDays, MOST_DAYS } from './merge-days.ts';

const NOUN = 'explanations';

/** What the orders of each day earned, and what was credited for it. */
export const daysQuery = (reads: Reads, from: string, to: string) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'days', from, to],
    queryFn: async ({ signal }) => {
      const period = { date_from: from, date_to: to };
      const report = { ...period, group_by: ['day' as const], ordering: ['-day' as const] };
      const [traded, credited] = await Promise.all([
        reads.reports.performance(report, { signal }).page({ limit: MOST_DAYS }),
        reads.orders.creditedDays(period, { signal }),
      ]);
      return mergeDays(traded.data, credited.days);
    },
  });

export const progressListQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'progress'],
    queryFn: async ({ signal }) =>
      (await reads.reports.progressRewards({ signal }).page({ limit: 100 })).data,
  });

/** The orders that own clients closed on a day. */
export const useOrdersOf = (reads: Reads, day: string) =>
  useReportRows([NOUN, reads.of, 'orders', day], (options) =>
    reads.reports.clientTransactions({ date_from: day, date_to: day }, options),
  );

/** The rows that were credited for a day, on both levels, with commissions and adjustments. */
export const useCreditedOn = (reads: Reads, day: string) =>
  usePages([NOUN, reads.of, 'credited on', day], ({ signal, ...position }) =>
    reads.orders.credited({ date_from: day, date_to: day, ...position }, { signal }),
  );

/** The second-level rewards from a partner below. */
export const useCreditedBelow = (reads: Reads, subpartner: string) =>
  usePages([NOUN, reads.of, 'credited below', subpartner], ({ signal, ...position }) =>
    reads.orders.credited({ subpartner_uid: subpartner, ...position }, { signal }),
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
