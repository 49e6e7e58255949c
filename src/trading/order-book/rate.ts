import { Decimal } from '../../kernel/index.ts';
import type { Listing } from './aggregate.ts';

export interface Market {
  readonly base: string;
  readonly counter: string;
  readonly listings: readonly Listing[];
}

export interface IndicativeRate {
  /** The value of one unit of `from` in `to`. */
  readonly rate: Decimal;
  /** The assets on the way, both ends included. */
  readonly path: readonly string[];
}

/** Decimals of a rate that needs a division, rounded half to even; one that needs none is exact. */
const RATE_DECIMALS = 18;
const ONE = Decimal.of(1n);
const HALF = Decimal.parse('0.5');

/** A rate as a fraction, so that a whole route is divided, and rounded, once. */
interface Leg {
  readonly numerator: Decimal;
  readonly denominator: Decimal;
  /** (ask − bid) ÷ (ask + bid), the relative uncertainty of the price. */
  readonly spread: Decimal;
}

/**
 * The rate between two assets: of their own market, else the inverse of the opposite market, else through the one
 * intermediate asset whose two markets have the narrowest spreads together, equal ones by asset code.
 * A market's price is the middle of the best bid and the best ask of its live venues, or of the last known books of all
 * venues if the live ones do not have both.
 */
export function indicativeRate(
  markets: readonly Market[],
  from: string,
  to: string,
): IndicativeRate | undefined {
  if (from === to) return { rate: ONE, path: [from] };
  const fromLegs = legsOf(markets, from);
  const direct = fromLegs.get(to);
  if (direct) return { rate: quotient(direct.numerator, direct.denominator), path: [from, to] };

  let best: { spread: Decimal; via: string; first: Leg; last: Leg } | undefined;
  for (const [via, last] of legsOf(markets, to)) {
    const first = fromLegs.get(via);
    if (!first) continue;
    const spread = first.spread.plus(last.spread);
    const order = best ? spread.compare(best.spread) : -1;
    if (!best || order < 0 || (order === 0 && via < best.via)) best = { spread, via, first, last };
  }
  if (!best) return undefined;
  const { via, first, last } = best;
  // The last leg is quoted from `to` to the intermediate asset, so it is inverted.
  const rate = quotient(first.numerator.times(last.denominator), first.denominator.times(last.numerator));
  return { rate, path: [from, via, to] };
}

/** From `asset` to each asset it has a market with; its own market goes before the opposite one. */
function legsOf(markets: readonly Market[], asset: string): Map<string, Leg> {
  const legs = new Map<string, Leg>();
  for (const { base, counter, listings } of markets) {
    if (base !== asset && counter !== asset) continue;
    const quote = quoteOf(listings.filter(({ isLive }) => isLive)) ?? quoteOf(listings);
    if (!quote) continue;
    const { middle, spread } = quote;
    if (base === asset) legs.set(counter, { numerator: middle, denominator: ONE, spread });
    else if (!legs.has(base)) legs.set(base, { numerator: ONE, denominator: middle, spread });
  }
  return legs;
}

function quoteOf(listings: readonly Listing[]): { middle: Decimal; spread: Decimal } | undefined {
  const best = bestPrices(listings);
  if (!best) return undefined;
  const sum = best.bid.plus(best.ask);
  return {
    middle: sum.times(HALF),
    spread: best.ask.minus(best.bid).abs().dividedBy(sum, RATE_DECIMALS, 'half-even'),
  };
}

/** The highest bid and the lowest ask; undefined without one of the sides. */
export function bestPrices(
  listings: readonly Pick<Listing, 'book'>[],
): { readonly bid: Decimal; readonly ask: Decimal } | undefined {
  let bid: Decimal | undefined;
  let ask: Decimal | undefined;
  for (const { book } of listings) {
    const [bidLevel, askLevel] = [book.bids.levels(1)[0], book.asks.levels(1)[0]];
    const bidPrice = bidLevel && Decimal.parse(bidLevel.price);
    const askPrice = askLevel && Decimal.parse(askLevel.price);
    if (bidPrice && (!bid || bidPrice.compare(bid) > 0)) bid = bidPrice;
    if (askPrice && (!ask || askPrice.compare(ask) < 0)) ask = askPrice;
  }
  return bid && ask && { bid, ask };
}

const quotient = (numerator: Decimal, denominator: Decimal): Decimal =>
  (denominator === ONE ? numerator : numerator.dividedBy(denominator, RATE_DECIMALS, 'half-even')).trim();
