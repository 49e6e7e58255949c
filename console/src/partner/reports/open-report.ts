import type { NewSavedView, PagePosition, RequestOptions } from '@quaestor/sdk';
import type { Reads } from '../viewed.ts';
import type { ReportQuery } from './search.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Totals = Readonly<Record<string, unknown>>;

interface Page {
  readonly data: readonly Row[];
  readonly totals?: Totals;
  /** What some reports call their totals. */
  readonly meta?: Totals;
}

export const totalsOf = ({ totals, meta }: Page): Totals => totals ?? meta ?? {};
/** How many rows match, also those that are not on the page. */
export const countOf = (page: Page): number => Number(totalsOf(page)['count']);
/** All rows that match, or null if the page has only the first of them. */
export const wholeOf = (page: Page): readonly Row[] | null =>
  countOf(page) > page.data.length ? null : page.data;

/** Any report of the catalogue, whose fields are known only from there. */
export interface OpenReport {
  page(position?: PagePosition): Promise<Page>;
  rows(): AsyncIterable<Row>;
  csv(): Promise<ReadableStream<Uint8Array>>;
  xlsx(): Promise<ReadableStream<Uint8Array>>;
}

type Open = (reports: Reads['reports'], query: never, options: RequestOptions) => unknown;

/** By the names of the catalogue. A new report does not compile without its entry. */
const REPORTS: Readonly<Record<NewSavedView['report'], Open>> = {
  performance: (reports, query, options) => reports.performance(query, options),
  ib_performance: (reports, query, options) => reports.ibPerformance(query, options),
  advanced_tqi: (reports, { cohort, ...query }: { cohort: string }, options) =>
    reports.trafficQuality(cohort, query, options),
  subpartners: (reports, query, options) => reports.subpartners(query, options),
  clients: (reports, query, options) => reports.clients(query, options),
  client_accounts: (reports, query, options) => reports.clientAccounts(query, options),
  second_level_accounts: (reports, query, options) => reports.secondLevelAccounts(query, options),
  second_level_rewards: (reports, query, options) => reports.secondLevelRewards(query, options),
  orders: (reports, query, options) => reports.clientTransactions(query, options),
  symbols: (reports, query, options) => reports.symbols(query, options),
  shared_accounts: (reports, query, options) => reports.sharedAccounts(query, options),
  progress_reward: (reports, _query, options) => reports.progressRewards(options),
  progress_reward_detail: (
    reports,
    { compensation_id: id, ...query }: { compensation_id: string },
    options,
  ) => reports.progressRewardDetail(id, query, options),
  rewards: (reports, query, options) => reports.creditedRewards(query, options),
};

export function openReport(
  { reports }: Reads,
  name: string,
  query: ReportQuery,
  options: RequestOptions = {},
): OpenReport {
  const open = (REPORTS as Readonly<Record<string, Open>>)[name];
  if (open === undefined) throw new Error(`The console does not know the report ${name}.`);
  return open(reports, query as never, options) as OpenReport;
}
