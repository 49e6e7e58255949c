import { Type, type Static } from 'typebox';
import {
  endpoint,
  ETAG_DECLARATION,
  EVENT_STREAM_HEADERS,
  IF_NONE_MATCH_HEADER,
  matchesTag,
  type Endpoint,
  type EndpointAnswer,
} from '../../platform/http/index.ts';
import type { AggregationRequest } from '../order-book/index.ts';
import type { Market } from './market.ts';
import type { MarketData } from './open.ts';
import { quoteRate } from './quote.ts';
import {
  AggregatedBookQuery,
  AggregatedOrderBook,
  BookChange,
  BookQuery,
  BookSnapshot,
  EventStream,
  Rate,
  RateParams,
  SymbolParams,
  VenueOrderBook,
} from './schema.ts';

const tag = 'Market data';
const scope = 'market-data:view';
const JSON_TYPE = 'application/json; charset=utf-8';
const ORDER_BOOK = '/trade/v1/market-data/order-book/:symbol';

export function marketDataEndpoints(marketData: MarketData): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: ORDER_BOOK,
      operation: 'getOrderBooks',
      tag,
      summary: 'Get the order book of each venue',
      description: 'Ordered by venue code. A venue that is not live has its last known book.',
      scope,
      params: SymbolParams,
      query: BookQuery,
      answers: {
        200: {
          description: 'One book for each venue that lists the symbol.',
          schema: Type.Array(VenueOrderBook),
          contentType: 'application/json',
        },
      },
      errors: ['not_found', 'unavailable'],
      handle: async ({ actor }, { params, query }) => {
        const market = await marketData.find(actor.tenant, params.symbol);
        const body = market.answers.perVenue(query.depth, query.feeStrategy);
        return { status: 200, headers: { 'content-type': JSON_TYPE }, body };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${ORDER_BOOK}/aggregated`,
      operation: 'getAggregatedOrderBook',
      tag,
      summary: 'Get one order book over all venues',
      description:
        'The first request for a symbol begins to follow it and waits up to a second for the first books. The `ETag` stays the same while the answer does: send it as `If-None-Match`, and an unchanged book is answered 304.',
      scope,
      params: SymbolParams,
      query: AggregatedBookQuery,
      headers: IF_NONE_MATCH_HEADER,
      answers: {
        200: {
          description: 'The book.',
          schema: AggregatedOrderBook,
          contentType: 'application/json',
          headers: ETAG_DECLARATION,
        },
        304: {
          description: 'Unchanged since the version in `If-None-Match`.',
          schema: null,
          headers: ETAG_DECLARATION,
        },
      },
      errors: ['not_found', 'unavailable'],
      handle: ({ actor }, { params, query, headers }) => {
        const found = marketData.find(actor.tenant, params.symbol);
        return found instanceof Promise
          ? found.then((market) => showAggregated(market, query, headers['if-none-match']))
          : showAggregated(found, query, headers['if-none-match']);
      },
    }),
    endpoint({
      method: 'GET',
      path: `${ORDER_BOOK}/aggregated/stream`,
      operation: 'streamAggregatedOrderBook',
      tag,
      summary: 'Stream one order book over all venues',
      description: [
        'Server-sent events. First `snapshot`: the aggregated book and its `version`. Then `change`, at most 20 a second, each one version further: in `bids` and `asks`, take out the entries at the places in `removals` (places in the side as it was, ascending), then put in each of `upserts` in turn so that it stands `at` its place; everything else replaces what was.',
        'A reader that falls behind gets a new snapshot instead of the changes it missed.',
        'A comment is sent every 15 seconds when nothing changes. The stream ends when its token expires or is revoked, and after 15 minutes at the latest: connect again.',
      ].join(' '),
      scope,
      params: SymbolParams,
      query: AggregatedBookQuery,
      answers: {
        200: {
          description: 'The events.',
          schema: EventStream,
          contentType: 'text/event-stream',
          events: { snapshot: BookSnapshot, change: BookChange },
        },
      },
      errors: ['not_found', 'unavailable'],
      handle: async ({ actor }, { params, query }) => {
        const market = await marketData.find(actor.tenant, params.symbol);
        return {
          status: 200,
          headers: EVENT_STREAM_HEADERS,
          body: market.broadcasts.join(requestOf(query)),
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/rates/indicative/:from/:to',
      operation: 'getIndicativeRate',
      tag,
      summary: 'What one asset is worth in another',
      description:
        'The middle of the best bid and the best ask over all live venues: of the market of the two assets, else of the opposite market, else through the one intermediate asset with the narrowest spreads. Where no venue is live, the last known prices count.',
      scope,
      params: RateParams,
      answers: { 200: { description: 'The rate.', schema: Rate } },
      errors: ['not_found', 'unavailable'],
      handle: async ({ actor, clock }, { params }) => {
        const [from, to] = [params.from.toUpperCase(), params.to.toUpperCase()];
        const { rate, path } = await quoteRate(marketData, actor.tenant, from, to);
        const timestamp = clock.now().toISOString();
        return {
          status: 200,
          body: { from: { code: from }, to: { code: to }, rate: rate.toString(), path, timestamp },
        };
      },
    }),
  ];
}

/** It may be cached, but must be revalidated before each use. */
const REVALIDATE = 'private, no-cache';

function showAggregated(
  market: Market,
  query: Static<typeof AggregatedBookQuery>,
  ifNoneMatch: string | undefined,
): EndpointAnswer {
  const { body, etag } = market.answers.aggregated(requestOf(query));
  const headers = { 'content-type': JSON_TYPE, etag, 'cache-control': REVALIDATE };
  return matchesTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, body };
}

const requestOf = ({
  orderBookType,
  feeStrategy,
  depth,
}: Static<typeof AggregatedBookQuery>): AggregationRequest => ({
  type: orderBookType ?? 'INDICATIVE',
  feeStrategy,
  depth,
});
