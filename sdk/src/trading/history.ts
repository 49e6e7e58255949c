import { Resource, type Query } from '../api/index.ts';
import type { BalanceHistory, Flows } from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { TradingApi } from './api.ts';

/** What the venues held and what moved, by day. What is not known is null. */
export class History extends Resource<TradingApi> {
  /**
   * Gets what the venues held.
   * @example const { days } = await trading.history.balances({ from: '2026-01-01', to: '2026-01-31' })
   */
  balances(
    query: Query<operations['showBalanceHistory']> = {},
    options?: RequestOptions,
  ): Promise<BalanceHistory> {
    return this.api.call('showBalanceHistory', { query }, options);
  }

  /**
   * Gets deposits, withdrawals, conversions, transfers and fees.
   * @example const { days } = await trading.history.flows({ from: '2026-01-01', currency: 'EUR', sumsOnly: true })
   */
  flows(query: Query<operations['showFlows']> = {}, options?: RequestOptions): Promise<Flows> {
    return this.api.call('showFlows', { query }, options);
  }
}
