import type { OrderBookEntry } from '@quaestor/sdk';

export interface Sides {
  readonly bids: readonly OrderBookEntry[];
  readonly asks: readonly OrderBookEntry[];
}

/** Prices in rising order, with what is offered up to each of them. For pixels only: they are not exact. */
export interface Depth {
  readonly prices: number[];
  readonly bids: (number | null)[];
  readonly asks: (number | null)[];
}

/** Adds up both sides from the best price outwards. The sides of a crossed book overlap. */
export function toDepth(
  bids: readonly OrderBookEntry[],
  asks: readonly OrderBookEntry[],
  priceOf: (entry: OrderBookEntry) => string,
): Depth {
  const sums = { bids: addUp(bids, priceOf), asks: addUp(asks, priceOf) };
  const prices = [...new Set([...sums.bids.keys(), ...sums.asks.keys()])].toSorted((a, b) => a - b);
  return {
    prices,
    bids: prices.map((price) => sums.bids.get(price) ?? null),
    asks: prices.map((price) => sums.asks.get(price) ?? null),
  };
}

function addUp(
  side: readonly OrderBookEntry[],
  priceOf: (entry: OrderBookEntry) => string,
): Map<number, number> {
  const sums = new Map<number, number>();
  let sum = 0;
  for (const entry of side) {
    sum += Number(entry.quantity);
    sums.set(Number(priceOf(entry)), sum);
  }
  return sums;
}
