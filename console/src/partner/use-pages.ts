import type { PagePosition } from '@quaestor/sdk';
import type { QueryKey } from '@tanstack/react-query';
import { useRows, type Rows } from '../shared/table/index.ts';

interface PageOfRows<T> {
  readonly rows: readonly T[];
  /** How many rows match. */
  readonly count: number;
}

interface Position {
  readonly limit: number;
  readonly offset: number;
  readonly signal: AbortSignal;
}

/** The rows of a list with offsets, loaded page by page as they come into view. */
export const usePages = <T>(
  queryKey: QueryKey,
  read: (position: Position) => Promise<PageOfRows<T>>,
): Rows<T> =>
  useRows<T>(queryKey, async ({ cursor, pageSize, signal }) => {
    const offset = Number.parseInt(cursor, 10) || 0;
    const { rows, count } = await read({ limit: pageSize, offset, signal });
    const next = offset + rows.length;
    return {
      content: rows,
      totalElements: count,
      nextCursor: rows.length > 0 && next < count ? `${next}` : null,
    };
  });

interface ReportPage<T> {
  readonly data: readonly T[];
  /** Some reports call their totals `meta`. */
  readonly totals?: { readonly count: number };
  readonly meta?: { readonly count: number };
}

interface ReportOfRows<T> {
  page(position: PagePosition): Promise<ReportPage<T>>;
}

/** The rows of a report. */
export const useReportRows = <T>(
  queryKey: QueryKey,
  open: (options: { readonly signal: AbortSignal }) => ReportOfRows<T>,
): Rows<T> =>
  usePages<T>(queryKey, async ({ signal, ...position }) => {
    const { data, totals, meta } = await open({ signal }).page(position);
    return { rows: data, count: (totals ?? meta)?.count ?? data.length };
  });
