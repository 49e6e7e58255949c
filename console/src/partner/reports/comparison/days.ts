import type { ReportEntry } from '@quaestor/sdk';
import { daysBefore, isDay, type Period } from '../../../shared/period/index.ts';
import { asksOf } from '../parameters.ts';
import { oneOf, type ReportQuery, type ReportSearch } from '../search.ts';

/** No fact is of another day: one such as 9999-12-31 means no end, and has millions of days before it. */
const [FIRST, LAST] = ['1999-01-01', '2100-12-31'];
const isCounted = (text: string | undefined): text is string => isDay(text) && text >= FIRST && text <= LAST;

/** The days of a report and as many before them; undefined for a report without first and last day. */
export interface Days {
  readonly now: Period;
  readonly before: Period;
}

export function daysOf(entry: ReportEntry, search: ReportSearch): Days | undefined {
  const { period } = asksOf(entry);
  const [from, to] = period === undefined ? [] : [oneOf(search[period.from]), oneOf(search[period.to])];
  if (!isCounted(from) || !isCounted(to) || from > to) return undefined;
  return { now: { from, to }, before: daysBefore({ from, to }) };
}

/** The same question about other days. */
export function askedFor(entry: ReportEntry, query: ReportQuery, { from, to }: Period): ReportQuery {
  const { period } = asksOf(entry);
  return period === undefined ? query : { ...query, [period.from]: from, [period.to]: to };
}
