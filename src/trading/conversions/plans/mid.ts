import { Decimal } from '../../../kernel/index.ts';
import type { Place } from './places.ts';

const ONE = Decimal.of(1n);
const HALF = Decimal.parse('0.5');
/** Leaves a dozen digits of the inverse of a large price. */
const INVERSE_SCALE = 24;

/**
 * What one unit of the first asset of each leg is worth in its second, in the middle of the best offers of its places. Null where
 * no market of a leg has both sides.
 */
export function midsOf(legs: readonly (readonly Place[])[]): Decimal[] | null {
  const mids = legs.map((places) => midAt(places, 'sell') ?? midAt(places, 'buy'));
  return mids.every((mid) => mid !== undefined) ? mids : null;
}

function midAt(places: readonly Place[], side: Place['side']): Decimal | undefined {
  const same = places.filter((place) => place.side === side);
  const [taken, own] = side === 'sell' ? ([1, -1] as const) : ([-1, 1] as const);
  const offer = best(
    same.map(({ levels }) => levels[0]?.price),
    taken,
  );
  const opposite = best(
    same.map(({ ownPrice }) => ownPrice),
    own,
  );
  if (!offer || !opposite) return undefined;
  const middle = offer.plus(opposite).times(HALF);
  return (side === 'sell' ? middle : ONE.dividedBy(middle, INVERSE_SCALE, 'half-even')).trim();
}

/** The highest price for 1, the lowest for -1. */
const best = (prices: readonly (string | undefined)[], sign: 1 | -1): Decimal | undefined =>
  prices
    .flatMap((price) => (price === undefined ? [] : [Decimal.parse(price)]))
    .reduce<Decimal | undefined>(
      (found, price) => (!found || price.compare(found) === sign ? price : found),
      undefined,
    );
