import { byCursor, Resource, type CursorList, type Query } from '../api/index.ts';
import type {
  Conversion,
  ConversionDetail,
  ConversionEstimate,
  ConversionPage,
  ConversionRules,
  CreateConversion,
  MarketSlippage,
  OrderResolution,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';
import { dryRunHeader, type CreateOptions } from './withdrawals.ts';

/** Conversions of one asset into another. */
export class Conversions extends Resource<TradingApi> {
  /** Begins a conversion. The same reference again returns the same conversion. */
  create(conversion: CreateConversion, options?: CreateOptions): Promise<Conversion> {
    return this.api.call('createConversion', { body: conversion }, dryRunHeader(options));
  }

  /** @example for await (const conversion of trading.conversions.list({ q: 'status:FAILED' })) console.log(conversion.id) */
  list(filter: Filter<'listConversions'> = {}, options?: RequestOptions): CursorList<ConversionPage> {
    return byCursor(filter, (query) => this.api.call('listConversions', { query }, options));
  }

  get(id: string, options?: RequestOptions): Promise<ConversionDetail> {
    return this.api.call('getConversion', { path: { id } }, options);
  }

  /** Computes what a conversion would give now. */
  estimate(conversion: CreateConversion, options?: RequestOptions): Promise<ConversionEstimate> {
    return this.api.call('estimateConversion', { body: conversion }, options);
  }

  /** Reads the price protection that conversions have without one of their own. */
  rules(options?: RequestOptions): Promise<ConversionRules> {
    return this.api.call('getConversionRules', {}, options);
  }

  /**
   * Gets what trades have cost by venue and market.
   * @example for (const { venue, symbol, priceBps } of await trading.conversions.slippage({ from: '2026-01-01' })) console.log(venue, symbol, priceBps)
   */
  slippage(
    query: Query<operations['summariseSlippage']> = {},
    options?: RequestOptions,
  ): Promise<MarketSlippage[]> {
    return this.api.call('summariseSlippage', { query }, options);
  }

  cancel(id: string, options?: RequestOptions): Promise<Conversion> {
    return this.api.call('cancelConversionById', { path: { id } }, options);
  }

  /**
   * Says what became of an order that its venue cannot be asked for any more, of a conversion that was cancelled.
   * @example await trading.conversions.resolve(id, { orderId, trades: [], comment: 'Not in the statement of the venue.' })
   */
  resolve(id: string, resolution: OrderResolution, options?: RequestOptions): Promise<ConversionDetail> {
    return this.api.call('resolveConversion', { path: { id }, body: resolution }, options);
  }
}
