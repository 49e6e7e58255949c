import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Reads } from '../../viewed.ts';
import type { Row, Totals } from '../open-report.ts';
import { earlierQuery } from '../queries.ts';
import { isCompared } from '../saved-views/index.ts';
import { groupsOf, type AskedProps, type ReportQuery } from '../search.ts';
import { askedFor, daysOf, type Days } from './days.ts';
import { namesOfRows, pairRows } from './pair-rows.ts';

/** A report beside itself in the days before. */
export interface Comparison {
  readonly days: Days;
  /** What the period before is asked. */
  readonly query: ReportQuery;
  /** Undefined until they are read. */
  readonly totals: Totals | undefined;
  /** The row of the period before; undefined if rows are not compared, null if this one has none. */
  readonly before: ((row: Row) => Row | null) | undefined;
  /** How many rows the period before has, if they are too many to compare. */
  readonly tooMany: number | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Undefined unless the address asks for it and the report has first and last day. */
export function useComparison(
  reads: Reads,
  { entry, search }: AskedProps,
  query: ReportQuery,
): Comparison | undefined {
  const days = isCompared(search) ? daysOf(entry, search) : undefined;
  const groups = groupsOf(entry, search);
  const names = namesOfRows(entry, groups);
  const earlier = days === undefined ? query : askedFor(entry, query, days.before);
  const { data, error, refetch } = useQuery({
    ...earlierQuery(reads, entry.name, earlier, names.length > 0),
    enabled: days !== undefined,
  });
  const key = JSON.stringify([days, names]);
  const before = useMemo(() => {
    const rows = data?.rows;
    if (days === undefined || names.length === 0 || rows === undefined) return undefined;
    const find = pairRows(rows, names, days);
    return (row: Row) => find(row) ?? null;
    // oxlint-disable-next-line react/exhaustive-deps -- the key has the days and the names
  }, [data, key]);
  if (days === undefined) return undefined;
  return {
    days,
    query: earlier,
    totals: data?.totals,
    before,
    tooMany: data !== undefined && data.rows === undefined ? Number(data.totals['count']) : undefined,
    error,
    refetch,
  };
}
