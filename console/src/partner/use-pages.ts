import type { PagePosition } from '@quaestor/sdk';
import type { QueryKey } from '@tanstack/react-query';
import { useRows, type Rows } from '../shared/table/index.ts';

interface PageOfRows<T, About> {
  readonly rows: readonly T[];
  /** How many rows match. */
  readonly count: number;
  /** What else the server said with these rows. */
  readonly about?: About;
}

interface Position {
  readonly limit: number;
  readonly offset: number;
  readonly signal: AbortSignal;
}

/** The rows of a list with offsets, loaded page by page as they come into view. */
export function usePages<T, About = unknown>(
  queryKey: QueryKey,
  read: (position: Position) => Promise<PageOfRows<T, About>>,
): Rows<T> & { readonly about: About | undefined } {
  const { first, ...list } = useRows<T, CursorPage<T, About>>(
    queryKey,
    async ({ cursor, pageSize, signal }) => {
      const offset = Number.parseInt(cursor, 10) || 0;
      const { rows, count, about } = await read({ limit: pageSize, offset, signal });
      const next = offset + rows.length;
      const nextCursor = rows.length > 0 && next < count ? `${next}` : null;
      return { content: rows, totalElements: count, nextCursor, about };
    },
  );
  return { ...list, about: first?.about };
}

interface CursorPage<T, About> {
  readonly content: readonly T[];
  readonly totalElements: number;
  readonly nextCursor: string | null;
  readonly about: About | undefined;
}

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
