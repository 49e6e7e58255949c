import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { SymbolParams, type MarketData } from '../market-data/index.ts';
import { KEPT_DAYS } from './sample.ts';
import { NewWatchList, PriceQuery, PriceSeries, WatchList } from './schema.ts';
import { showPrices } from './show.ts';
import { changeWatchList, showWatchList } from './watch.ts';

const tag = 'Market data';
const scope = 'market-data:view';
const WATCH_LIST = '/trade/v1/market-data/watch-list';

export function priceEndpoints(markets: MarketData): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/market-data/prices/:symbol',
      operation: 'getPrices',
      tag,
      summary: 'Get the price of a pair over time',
      description:
        `One price is kept each minute for ${KEPT_DAYS} days, of the pairs of the configuration, of conversions of the last 30 days and of watch lists. ` +
        'A minute in which no venue was live has none. Without `from` and `to`: the last six hours.',
      scope,
      params: SymbolParams,
      query: PriceQuery,
      answers: { 200: { description: 'The prices.', schema: PriceSeries } },
      errors: ['not_found'],
      handle: async (context, { params, query }) => ({
        status: 200,
        body: await showPrices(context, markets, params, query),
      }),
    }),
    endpoint({
      method: 'GET',
      path: WATCH_LIST,
      operation: 'getWatchList',
      tag,
      summary: 'Get the pairs that you watch, with their prices',
      description: 'As long as you have chosen none: those that are traded most, or that most venues list.',
      scope,
      answers: { 200: { description: 'The list.', schema: WatchList } },
      handle: async (context) => ({ status: 200, body: await showWatchList(context, markets) }),
    }),
    endpoint({
      method: 'PUT',
      path: WATCH_LIST,
      operation: 'changeWatchList',
      tag,
      summary: 'Choose the pairs that you watch',
      scope,
      body: NewWatchList,
      answers: { 200: { description: 'The list as it is now.', schema: WatchList } },
      errors: ['unavailable'],
      handle: async (context, { body }) => ({
        status: 200,
        body: await changeWatchList(context, markets, body),
      }),
    }),
  ];
}
