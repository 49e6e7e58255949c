import { Decimal } from '../../../kernel/index.ts';
import { Ladder, scalesOf, type Offers, type Taken } from './ladder.ts';
import { Search, type Target } from './search.ts';

/**
 * The best split of a target over places, by price including fees: the cheapest levels first, then, because quantities
 * are whole lots above a minimum, a search among neighbouring splits (branch and bound over the relaxation without lots
 * and minima). Undefined at a place that gets no order. If the books cannot fill a `get`, everything they offer.
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
