import type { ReportEntry } from '@quaestor/sdk';
import { daysBefore, isUsualDay, type Period } from '../../../shared/period/index.ts';
import { asksOf } from '../parameters.ts';
import { oneOf, type ReportQuery, type ReportSearch } from '../search.ts';

/** The days of a report and as many before them; undefined for a report without first and last day. */
export interface Days {
  readonly now: Period;
  readonly before: Period;
}

export function daysOf(entry: ReportEntry, search: ReportSearch): Days | undefined {
  const { period } = asksOf(entry);
  const [from, to] = period === undefined ? [] : [oneOf(search[period.from]), oneOf(search[period.to])];
  if (!isUsualDay(from) || !isUsualDay(to) || from > to) return undefined;
  return { now: { from, to }, before: daysBefore({ from, to }) };
}

/** The same question about other days. */
export function askedFor(entry: ReportEntry, query: ReportQuery, { from, to }: Period): ReportQuery {
  const { period } = asksOf(entry);
  return period === undefined ? query : { ...query, [period.from]: from, [period.to]: to };
}
