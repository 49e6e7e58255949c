import { oneOf, type ReportQuery } from './search.ts';

/** Names a file by the period of its report, or by the day it was read if it has none. */
export function fileName(report: string, query: ReportQuery, day: string): string {
  const from = oneOf(query['date_from']);
  const to = oneOf(query['date_to']);
  if (from === undefined || to === undefined) return `${report}-${day}`;
  return from === to ? `${report}-${from}` : `${report}-${from}-to-${to}`;
}
