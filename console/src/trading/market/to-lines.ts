import type { MarketPrice } from '@quaestor/sdk';

/** For pixels only: they are not exact. A step without a price is a gap. */
interface Lines {
  /** In seconds. */
  readonly times: number[];
  readonly mids: (number | null)[];
  readonly spreads: (number | null)[];
  /** The price at each place, where there is one. */
  readonly of: readonly (MarketPrice | undefined)[];
}

export function toLines(prices: readonly MarketPrice[], stepSeconds: number): Lines {
  const points = prices.flatMap((price, index) => {
    const at = Date.parse(price.at) / 1000;
    const before = prices[index - 1];
    const isAfterGap = before !== undefined && at - Date.parse(before.at) / 1000 > 2 * stepSeconds;
    const point = { at, price };
    return isAfterGap ? [{ at: at - stepSeconds, price: undefined }, point] : [point];
  });
  return {
    times: points.map(({ at }) => at),
    mids: points.map(({ price }) => (price ? Number(price.mid) : null)),
    spreads: points.map(({ price }) => (price ? Number(price.spread) : null)),
    of: points.map(({ price }) => price),
  };
}
