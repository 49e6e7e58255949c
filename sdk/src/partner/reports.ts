import { Resource, type Answer, type Input, type Query } from '../api/index.ts';
import type {
  ReportList,
  PerformanceReport,
  IbPerformanceReport,
  ProgramIbPerformanceReport,
  ProgramPerformanceReport,
  AdvancedTqiReport,
  ClientsReport,
  ClientAccountsReport,
  FilterValues,
  NewSavedView,
  NewSavedViewSchedule,
  SavedView,
  SavedViewChange,
  SavedViews,
  SecondLevelAccountsReport,
  SecondLevelRewardsReport,
  SubpartnersReport,
  SymbolsReport,
  OrdersReport,
  SharedAccountsReport,
  ProgressRewardReport,
  ProgressRewardDetailReport,
  RewardsReport,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import { Report } from './report.ts';

type ReportId = Exclude<Extract<Parameters<PartnerApi['call']>[0], `get${string}`>, 'getFactsStatus'>;

/** What a report can be narrowed and ordered by. */
type ReportQuery<Id extends ReportId> = Omit<Query<operations[Id]>, 'limit' | 'offset' | 'format'>;

const FILE_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The reports. Each returns a `Report` with `rows()`, `page()`, `totals()`, `csv()` and `xlsx()`. */
export class Reports extends Resource<PartnerApi> {
  list(options?: RequestOptions): Promise<ReportList> {
    return this.api.call('listReports', {}, options);
  }

  /** @example for await (const row of partner.reports.performance({ group_by: ['country'] }).rows()) console.log(row.reward_usd) */
  performance(
    query: ReportQuery<'getPerformance'> = {},
    options?: RequestOptions,
  ): Report<PerformanceReport> {
    return this.#read('getPerformance', { query }, options);
  }

  ibPerformance(
    query: ReportQuery<'getIbPerformance'> = {},
    options?: RequestOptions,
  ): Report<IbPerformanceReport> {
    return this.#read('getIbPerformance', { query }, options);
  }

  /** @example const totals = await partner.reports.trafficQuality('2024-03').totals() */
  trafficQuality(
    cohort: string,
    query: ReportQuery<'getTrafficQuality'> = {},
    options?: RequestOptions,
  ): Report<AdvancedTqiReport> {
    return this.#read('getTrafficQuality', { path: { cohort }, query, firstOffset: 1 }, options);
  }

  /** @example for await (const client of partner.reports.clients({ client_country: ['PT'] }).rows()) console.log(client.client_uid) */
  clients(query: ReportQuery<'getClients'> = {}, options?: RequestOptions): Report<ClientsReport> {
    return this.#read('getClients', { query }, options);
  }

  clientAccounts(
    query: ReportQuery<'getClientAccounts'> = {},
    options?: RequestOptions,
  ): Report<ClientAccountsReport> {
    return this.#read('getClientAccounts', { query }, options);
  }

  secondLevelAccounts(
    query: ReportQuery<'getSecondLevelAccounts'> = {},
    options?: RequestOptions,
  ): Report<SecondLevelAccountsReport> {
    return this.#read('getSecondLevelAccounts', { query }, options);
  }

  secondLevelRewards(
    query: ReportQuery<'getSecondLevelRewards'> = {},
    options?: RequestOptions,
  ): Report<SecondLevelRewardsReport> {
    return this.#read('getSecondLevelRewards', { query }, options);
  }

  /** The partners below, and what each earned on the second level. */
  subpartners(
    query: ReportQuery<'getSubpartners'> = {},
    options?: RequestOptions,
  ): Report<SubpartnersReport> {
    return this.#read('getSubpartners', { query }, options);
  }

  /** What clients traded, symbol by symbol. */
  symbols(query: ReportQuery<'getSymbols'> = {}, options?: RequestOptions): Report<SymbolsReport> {
    return this.#read('getSymbols', { query }, options);
  }

  clientTransactions(
    query: ReportQuery<'getClientTransactions'> = {},
    options?: RequestOptions,
  ): Report<OrdersReport> {
    return this.#read('getClientTransactions', { query }, options);
  }

  sharedAccounts(
    query: ReportQuery<'getSharedAccounts'> = {},
    options?: RequestOptions,
  ): Report<SharedAccountsReport> {
    return this.#read('getSharedAccounts', { query }, options);
  }

  progressRewards(options?: RequestOptions): Report<ProgressRewardReport> {
    return this.#read('getProgressRewards', { query: {} }, options);
  }

  progressRewardDetail(
    compensationId: string,
    query: ReportQuery<'getProgressRewardDetail'> = {},
    options?: RequestOptions,
  ): Report<ProgressRewardDetailReport> {
    const path = { compensation_id: compensationId };
    return this.#read('getProgressRewardDetail', { path, query }, options);
  }

  /** @example const file = await partner.reports.creditedRewards({ reward_date_from: '2024-03-01' }).csv() */
  creditedRewards(
    query: ReportQuery<'getCreditedRewards'> = {},
    options?: RequestOptions,
  ): Report<RewardsReport> {
    return this.#read('getCreditedRewards', { query }, options);
  }

  /**
   * Lists the values that a filter of a report can find.
   * @example const { values } = await partner.reports.values('performance', { field: 'country' })
   */
  values(
    report: Input<operations['listFilterValues']>['path']['report'],
    query: Query<operations['listFilterValues']>,
    options?: RequestOptions,
  ): Promise<FilterValues> {
    return this.api.call('listFilterValues', { path: { report }, query }, options);
  }

  /**
   * What links of all partners brought. For managers.
   * @example const { data } = await partner.reports.programPerformance({ group_by: ['partner_uid', 'month'] }).page()
   */
  programPerformance(
    query: ReportQuery<'getProgramPerformance'> = {},
    options?: RequestOptions,
  ): Report<ProgramPerformanceReport> {
    return this.#read('getProgramPerformance', { query }, options);
  }

  programIbPerformance(
    query: ReportQuery<'getProgramIbPerformance'> = {},
    options?: RequestOptions,
  ): Report<ProgramIbPerformanceReport> {
    return this.#read('getProgramIbPerformance', { query }, options);
  }

  #read<Id extends ReportId>(
    id: Id,
    // One report counts its rows from 1.
    { firstOffset = 0, ...input }: { path?: object; query: object; firstOffset?: number },
    options: RequestOptions | undefined,
  ): Report<Answer<operations[Id]> & { data: unknown[] }> {
    return new Report({
      page: async ({ offset, ...position }) => {
        const place = offset !== undefined && { offset: offset + firstOffset };
        const query = { ...input.query, ...position, ...place };
        return this.api.answer(id, { ...input, query } as Input<operations[Id]>, options) as never;
      },
      download: (format) =>
        this.api.download(
          { id, input: input as Input<operations[Id]> },
          { ...options, headers: { accept: FILE_TYPES[format] } },
        ),
    });
  }
}

/** Parameters of reports that are kept under names, each visible only to who saved it. */
export class Views extends Resource<PartnerApi> {
  list(query: Query<operations['listSavedViews']> = {}, options?: RequestOptions): Promise<SavedViews> {
    return this.api.call('listSavedViews', { query }, options);
  }

  /** @example await partner.views.create({ report: 'performance', name: 'By country', query: { group_by: ['country'] } }) */
  create(view: NewSavedView, options?: RequestOptions): Promise<SavedView> {
    return this.api.call('createSavedView', { body: view }, options);
  }

  update(id: string, change: SavedViewChange, options?: ChangeOptions): Promise<SavedView> {
    return this.api.call('changeSavedView', { path: { id }, body: change }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeSavedView', { path: { id } }, options);
  }

  /** @example await partner.views.schedule(id, { every: 'day', time: '07:00', time_zone: 'Europe/Berlin' }, { ifMatch: view.schedule_etag }) */
  schedule(id: string, schedule: NewSavedViewSchedule, options?: ChangeOptions): Promise<SavedView> {
    return this.api.call('scheduleSavedView', { path: { id }, body: schedule }, options);
  }

  unschedule(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('unscheduleSavedView', { path: { id } }, options);
  }
}
