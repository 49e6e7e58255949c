import { Decimal } from '../../../kernel/index.ts';
import { Book, type Listing, type PricedQuantity } from '../../order-book/index.ts';
import { unknown, type BookFeeds, type OrderApi, type Venue } from '../../venues/index.ts';
import type { MarketAccess } from '../plans/places.ts';
import type { BoundRules } from '../plans/prepare.ts';

/** As it is configured by default. */
export const BOUNDS: BoundRules = { bound: 'default', maxSlippageBps: 100 };

/** Where nothing is traded. */
export const NO_MARKETS: MarketAccess = {
  markets: { listed: () => new Map(), find: () => ({ listings: [] }) },
  venues: { list: async () => [] },
};

const never = () => Promise.resolve(unknown('It is not called.'));
const api: OrderApi = {
  types: ['ioc', 'post-only'],
  isIdempotent: true,
  honoursDeadline: true,
  place: never,
  cancel: never,
  trades: never,
  find: never,
};

const books: BookFeeds = {
  isPolled: false,
  heartbeatEveryMs: 1_000,
  open: () => ({ refresh: () => {}, close: () => {} }),
};

interface Terms {
  readonly lotSize?: string;
  readonly minSize?: string;
  readonly minNotional?: string;
  readonly takerFee?: string;
  readonly feeIn?: Listing['feeIn'];
  readonly trading?: 'live' | 'simulate' | 'off';
  readonly bids?: readonly PricedQuantity[];
  readonly asks?: readonly PricedQuantity[];
  /** Takes orders in a way that conversions can use. */
  readonly canFind?: boolean;
  readonly hasOrders?: boolean;
  readonly types?: OrderApi['types'];
  readonly isLive?: boolean;
}

/** Constant books at venues that are never called: venue to symbol to book. */
export function stillMarkets(
  venues: Readonly<Record<string, Readonly<Record<string, Terms>>>>,
): MarketAccess {
  const all = Object.entries(venues).flatMap(([venue, markets]) =>
    Object.entries(markets).map(([symbol, terms]) => ({ venue, symbol, terms })),
  );
  return {
    markets: {
      listed: () => new Map(all.map(({ symbol }) => [symbol, 1])),
      find: (_tenant, symbol) => ({
        listings: all
          .filter((market) => market.symbol === symbol)
          .map(({ venue, terms }) => listingOf(venue, terms)),
      }),
    },
    venues: {
      list: async () =>
        Object.entries(venues).map(([code, markets]) => ({
          venue: venueOf(code, Object.values(markets)[0] ?? {}),
          trading: Object.values(markets)[0]?.trading ?? 'live',
          description: {
            name: code,
            accounts: [],
            assets: [],
            symbols: Object.entries(markets).map(([symbol, terms]) => ({
              code: symbol,
              tickSize: Decimal.parse('0.01'),
              lotSize: Decimal.parse(terms.lotSize ?? '0.001'),
              minSize: Decimal.parse(terms.minSize ?? '0.001'),
              minNotional: Decimal.parse(terms.minNotional ?? '0'),
            })),
          },
        })),
    },
  };
}

function venueOf(code: string, { canFind = true, hasOrders = true, types = api.types }: Terms): Venue {
  const { find, ...blind } = api;
  const orders = { ...blind, types, ...(canFind && find && { find }) };
  return { code, describe: never, ...(hasOrders && { orders }), books, close: () => Promise.resolve() };
}

function listingOf(venue: string, terms: Terms): Listing {
  const { takerFee = '0.001', feeIn = 'counter', bids = [], asks = [], trading, isLive = true } = terms;
  const book = new Book(1000);
  book.load({ bids, asks, timestampMs: 1 });
  return {
    venue,
    account: 'MAIN',
    tickSize: Decimal.parse('0.01'),
    makerFee: Decimal.parse('0.0005'),
    takerFee: Decimal.parse(takerFee),
    feeIn,
    isLive,
    isOpenForTrading: trading !== 'off',
    book,
  };
}
