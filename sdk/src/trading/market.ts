import { Resource, type Answer, type Query } from '../api/index.ts';
import { follow } from '../events/index.ts';
import type { AggregatedOrderBook, IndicativeRate, PriceSeries, WatchList } from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { TradingApi } from './api.ts';
import { readBooks, type Book } from './read-books.ts';

/** The order books of one pair. */
export class OrderBooks extends Resource<TradingApi> {
  readonly symbol: string;

  constructor(api: TradingApi, symbol: string) {
    super(api);
    this.symbol = symbol;
  }

  /** Gets one book over all venues. */
  get(
    query: Query<operations['getAggregatedOrderBook']> = {},
    options?: RequestOptions,
  ): Promise<AggregatedOrderBook> {
    return this.api.call('getAggregatedOrderBook', { path: { symbol: this.symbol }, query }, options);
  }

  /** Gets the books of the venues. */
  venues(
    query: Query<operations['getOrderBooks']> = {},
    options?: RequestOptions,
  ): Promise<Answer<operations['getOrderBooks']>> {
    return this.api.call('getOrderBooks', { path: { symbol: this.symbol }, query }, options);
  }

  /**
   * Gets the price over time; without a period, of the last six hours.
   * @example const { prices } = await trading.book('BTC-USDT').prices({ from: '2026-01-31T00:00:00Z' })
   */
  prices(query: Query<operations['getPrices']> = {}, options?: RequestOptions): Promise<PriceSeries> {
    return this.api.call('getPrices', { path: { symbol: this.symbol }, query }, options);
  }

  /**
   * Yields the whole book over all venues whenever it changes. It connects again by itself; end it with `break` or a
   * signal.
   * @example for await (const book of trading.book('BTC-USDT').stream()) console.log(book.bids[0], book.asks[0])
   */
  stream(
    query: Query<operations['streamAggregatedOrderBook']> = {},
    { signal }: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<Book> {
    const { api, symbol } = this;
    return follow({
      signal,
      read: readBooks,
      connect: (_lastId, signal) =>
        api.open('streamAggregatedOrderBook', { path: { symbol }, query }, { signal, headers: STREAM }),
    });
  }
}

export const STREAM = { accept: 'text/event-stream' };

/** Rates for orientation. */
export class Rates extends Resource<TradingApi> {
  /** @example const { rate } = await trading.rates.indicative('BTC', 'USDT') */
  indicative(from: string, to: string, options?: RequestOptions): Promise<IndicativeRate> {
    return this.api.call('getIndicativeRate', { path: { from, to } }, options);
  }
}

/** The pairs that you watch. */
export class Watched extends Resource<TradingApi> {
  get(options?: RequestOptions): Promise<WatchList> {
    return this.api.call('getWatchList', {}, options);
  }

  /** @example await trading.watchList.set(['BTC-USDT', 'ETH-USDT']) */
  set(symbols: readonly string[], options?: RequestOptions): Promise<WatchList> {
    return this.api.call('changeWatchList', { body: { symbols: [...symbols] } }, options);
  }
}
