import type { ReportEntry } from '@quaestor/sdk';
import { asksOf } from '../parameters.ts';
import { oneOf, type ReportQuery } from '../search.ts';

/** Names a file by the days of its report, or by the day it was read if it has none. */
export function fileName(entry: ReportEntry, query: ReportQuery, day: string): string {
  const { period } = asksOf(entry);
  const [from, to] = period === undefined ? [] : [oneOf(query[period.from]), oneOf(query[period.to])];
  if (from === undefined || to === undefined) return `${entry.name}_${day}`;
  return from === to ? `${entry.name}_${from}` : `${entry.name}_${from}_${to}`;
}
