import type { OrderBookEntry } from '@quaestor/sdk';
import { Big } from 'big.js';

/** One level of a side as it is shown. */
export interface Level {
  readonly price: string;
  readonly quantity: string;
  readonly venue: string;
  /** What is offered at this price and at better ones. */
  readonly total: string;
}

export interface Sides {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

interface BookKind {
  readonly withFee: boolean;
  /** The quantity of each entry contains those before it. */
  readonly isCumulative: boolean;
}

/**
 * Both sides in the order of the book, with the price that is shown. Fees differ from venue to venue, so a price with
 * fee can be better than that of an entry before it: totals follow the price that is shown.
 */
export function toSides(
  { bids, asks }: { readonly bids: readonly OrderBookEntry[]; readonly asks: readonly OrderBookEntry[] },
  kind: BookKind,
): Sides {
  return {
    bids: toLevels(bids, kind, (a, b) => b.cmp(a)),
    asks: toLevels(asks, kind, (a, b) => a.cmp(b)),
  };
}

function toLevels(
  entries: readonly OrderBookEntry[],
  { withFee, isCumulative }: BookKind,
  betterFirst: (a: Big, b: Big) => number,
): Level[] {
  const levels = entries.map(({ price, priceWithFee, quantity, venue }) => ({
    price: withFee ? priceWithFee : price,
    quantity,
    venue,
    total: quantity,
  }));
  if (isCumulative) return levels;
  let sum = new Big(0);
  const byPrice = levels.map((level) => ({ level, price: new Big(level.price) }));
  for (const { level } of byPrice.toSorted((a, b) => betterFirst(a.price, b.price))) {
    sum = sum.plus(level.quantity);
    level.total = sum.toFixed();
  }
  return levels;
}

/** The best ask less the best bid; negative in a crossed book, undefined without one of the sides. */
export function spreadOf({ bids, asks }: Sides): Big | undefined {
  const [bid] = bids.map(({ price }) => new Big(price)).toSorted((a, b) => b.cmp(a));
  const [ask] = asks.map(({ price }) => new Big(price)).toSorted((a, b) => a.cmp(b));
  return bid && ask?.minus(bid);
}

/** Prices in rising order, with what is offered up to each of them. For pixels only: they are not exact. */
export interface Depth {
  readonly prices: number[];
  readonly bids: (number | null)[];
  readonly asks: (number | null)[];
}

/** The sides of a crossed book overlap. */
export function toDepth({ bids, asks }: Sides): Depth {
  const totals = { bids: totalsOf(bids), asks: totalsOf(asks) };
  const prices = [...new Set([...totals.bids.keys(), ...totals.asks.keys()])].toSorted((a, b) => a - b);
  return {
    prices,
    bids: prices.map((price) => totals.bids.get(price) ?? null),
    asks: prices.map((price) => totals.asks.get(price) ?? null),
  };
}

function totalsOf(side: readonly Level[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const level of side) {
    const [price, total] = [Number(level.price), Number(level.total)];
    totals.set(price, Math.max(total, totals.get(price) ?? 0));
  }
  return totals;
}
