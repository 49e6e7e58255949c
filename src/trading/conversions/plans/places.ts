import { Problem } from '../../../kernel/index.ts';
import type { Listing } from '../../order-book/index.ts';
import type { OrderType, SwitchState, Venue, VenueDescription } from '../../venues/index.ts';
import type { Decimal } from '../../../kernel/index.ts';
import type { Offers } from './ladder.ts';
import type { Executor } from '../status.ts';

/** The order books of every tenant's venues. */
export interface Markets {
  /** How many venues list each symbol. */
  listed(tenant: string): ReadonlyMap<string, number>;
  find(tenant: string, symbol: string): Quoted | Promise<Quoted>;
}

interface Quoted {
  readonly listings: readonly Listing[];
}

/** A venue, as one tenant may trade there. */
export interface TradingVenue {
  readonly venue: Venue;
  readonly description: VenueDescription;
  readonly trading: SwitchState;
}

export interface TradingVenues {
  list(tenant: string): Promise<readonly TradingVenue[]>;
}

/** The markets and venues that conversions use. */
export interface MarketAccess {
  readonly markets: Markets;
  readonly venues: TradingVenues;
}

/** A market of a venue, from one asset to another. */
export interface Place extends Offers {
  readonly venue: string;
  /** As the venue writes it. */
  readonly symbol: string;
  readonly tickSize: Decimal;
  readonly makerFee: Decimal;
  /** The best price on our own side of the book; undefined if it is empty. */
  readonly ownPrice: string | undefined;
  readonly trading: 'live' | 'simulate';
}

/** Orders can be sent exactly once only if the venue finds them by client order id and refuses late ones. */
export const canTrade = (entry: TradingVenue, executor: Executor): boolean =>
  tradingFault(entry, executor) === undefined;

/** The order types that an executor uses. */
const SENT_TYPES: Record<Executor, readonly OrderType[]> = {
  MARKET: ['ioc'],
  TAKER: ['ioc'],
  MAKER: ['post-only'],
  MAKER_TAKER: ['post-only', 'ioc'],
  TWAP: ['ioc'],
};

/** What the venue lacks for conversions; undefined if nothing. */
export function tradingFault(
  { venue: { code, orders, books }, trading }: TradingVenue,
  executor: Executor,
): string | undefined {
  if (trading === 'off') return `${code} is switched off for trading`;
  if (!orders) return `${code} offers no orders`;
  if (!orders.find) return `${code} cannot find an order by its client id`;
  if (!orders.honoursDeadline) return `${code} does not honour the deadline of an order`;
  if (!books) return `${code} shows no order books`;
  const missing = SENT_TYPES[executor].find((type) => !orders.types.includes(type));
  return missing && `${code} takes no ${missing} orders`;
}

/** Why the venues that list a market between two assets cannot trade it now, a clause for each. */
export function marketFaults(
  venues: readonly TradingVenue[],
  executor: Executor,
  from: string,
  to: string,
): string[] {
  const symbols = symbolsBetween(from, to);
  return venues.flatMap((entry) => {
    const listed = entry.description.symbols.find(({ code }) => symbols.includes(code.toUpperCase()));
    if (!listed) return [];
    return [tradingFault(entry, executor) ?? `${entry.venue.code} shows no live book for ${listed.code}`];
  });
}

/** The places between two assets with live books. */
export async function readPlaces(
  { markets, venues }: MarketAccess,
  tenant: string,
  executor: Executor,
  from: string,
  to: string,
): Promise<Place[]> {
  const listed = markets.listed(tenant);
  const symbols = symbolsBetween(from, to).filter((symbol) => listed.has(symbol));
  if (symbols.length === 0) return [];
  const [usable, ...quoted] = await Promise.all([
    venues.list(tenant),
    ...symbols.map((symbol) => find(markets, tenant, symbol)),
  ]);
  return quoted.flatMap((market, index) => {
    const symbol = symbols[index] ?? '';
    const side = symbol === `${from}-${to}` ? 'sell' : 'buy';
    return (market?.listings ?? []).flatMap((listing) => {
      const known = usable.find(({ venue }) => venue.code === listing.venue);
      if (!known || !listing.isLive || !canTrade(known, executor)) return [];
      return toPlace(known, listing, symbol, side) ?? [];
    });
  });
}

export const symbolsBetween = (from: string, to: string): string[] => [`${from}-${to}`, `${to}-${from}`];

/** A symbol that was delisted, or cannot be followed now, offers nothing. */
async function find(markets: Markets, tenant: string, symbol: string): Promise<Quoted | undefined> {
  try {
    return await markets.find(tenant, symbol);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function toPlace(
  { description, trading }: TradingVenue,
  { venue, book, takerFee, makerFee, feeIn }: Listing,
  symbol: string,
  side: Place['side'],
): Place | undefined {
  const terms = description.symbols.find(({ code }) => code.toUpperCase() === symbol);
  if (!terms || trading === 'off') return undefined;
  const { code, lotSize, minSize, minNotional, tickSize } = terms;
  const [offers, own] = side === 'sell' ? [book.bids, book.asks] : [book.asks, book.bids];
  const ownPrice = own.levels(1)[0]?.price;
  const levels: Place['levels'][number][] = [];
  for (let position = 0; position < offers.length; position++) {
    levels.push(offers.level(offers.slot(position)));
  }
  return {
    venue,
    symbol: code,
    side,
    lotSize,
    minSize,
    minNotional,
    tickSize,
    takerFee,
    makerFee,
    feeIn,
    levels,
    ownPrice,
    trading,
  };
}
