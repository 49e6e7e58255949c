import { Decimal } from '../../kernel/index.ts';
import { Ladder, scalesOf, type Offers, type Taken } from './ladder.ts';
import { Search, type Target } from './search.ts';

/**
 * The best split of a target over places, by price with fee: the cheapest levels first, then, because quantities are
 * whole lots and not below the minimum, a search among the neighbouring splits (branch and bound over the relaxation
 * that knows neither lots nor minima). Undefined at a place where nothing is taken. Where the books cannot bring a
 * `get`, it is all they can.
 */
export function allocate(places: readonly Offers[], target: Target): (Taken | undefined)[] {
  const scales = scalesOf(places);
  const ladders = places.map((place) => new Ladder(place, scales));
  const scale = scales.quantity + scales.price + scales.fee;
  const amount = target.amount.round(scale, target.kind === 'give' ? 'down' : 'up').coefficient;
  const quantities =
    new Search(ladders, target.kind, amount).solve() ??
    new Search(ladders, 'give', 10n ** BigInt(Decimal.MAX_DIGITS)).solve();
  return ladders.map((ladder, index) => ladder.taken(quantities?.[index] ?? 0n));
}
