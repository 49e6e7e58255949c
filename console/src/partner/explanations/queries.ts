import { queryOptions } from '@tanstack/react-query';
import { useRows } from '../../shared/table/index.ts';
import type { Reads } from '../viewed.ts';

const NOUN = 'explanations';
const MOST_DAYS = 1_000;

interface Position {
  readonly limit: number;
  readonly offset: number;
}

interface OffsetPage<T, A> {
  readonly rows: readonly T[];
  readonly count: number;
  /** What else the server said with these rows. */
  readonly about: A;
}

/** Rows that the server counts by their offset. */
function useOffsets<T, A>(
  key: readonly unknown[],
  fetchPage: (position: Position, signal: AbortSignal) => Promise<OffsetPage<T, A>>,
) {
  return useRows<T, { content: readonly T[]; totalElements: number; nextCursor: string | null; about: A }>(
    [NOUN, ...key],
    async ({ cursor, pageSize, signal }) => {
      const offset = cursor === '*' ? 0 : Number(cursor);
      const { rows, count, about } = await fetchPage({ limit: pageSize, offset }, signal);
      const end = offset + rows.length;
      const hasMore = rows.length > 0 && end < count;
      return { content: rows, totalElements: count, nextCursor: hasMore ? String(end) : null, about };
    },
  );
}

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
  useOffsets([reads.of, 'orders', day], async (position, signal) => {
    const report = reads.reports.clientTransactions({ date_from: day, date_to: day }, { signal });
    const { data, totals } = await report.page(position);
    return { rows: data, count: totals.count, about: totals };
  });

/** The rows that were credited for a day, on both levels and with adjustments. */
export const useCreditedOn = (reads: Reads, day: string) =>
  useOffsets([reads.of, 'credited on', day], async (position, signal) => {
    const report = reads.reports.creditedRewards({ reward_date_from: day, reward_date_to: day }, { signal });
    const { data, totals } = await report.page(position);
    return { rows: data, count: totals.count, about: totals };
  });

export const orderQuery = (reads: Reads, id: string) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'order', id],
    queryFn: ({ signal }) => reads.orders.explain(id, { signal }),
  });

export const useCredited = (reads: Reads, id: number) =>
  useOffsets([reads.of, 'credited', id], async (position, signal) => {
    const explanation = await reads.orders.explainCredited(id, position, { signal });
    return { rows: explanation.orders, count: explanation.orders_count, about: explanation };
  });

export const useProgress = (reads: Reads, id: number) =>
  useOffsets([reads.of, 'progress', id], async (position, signal) => {
    const explanation = await reads.orders.explainProgress(id, position, { signal });
    return { rows: explanation.orders, count: explanation.orders_count, about: explanation };
  });
