import { Decimal } from '../../../kernel/index.ts';
import {
  boundOf,
  restOf,
  scaled,
  MANNERS,
  planOrders,
  sumOf,
  totalsOf,
  type Bound,
  type Place,
  type Totals,
  type Target,
} from '../plans/index.ts';
import { movedIn, receivedIn, type Kept } from './kept.ts';
import { share } from './slices.ts';
import type { Timing } from './timing.ts';

/** What the bound of the conversion leaves for the rest of this leg; undefined without a bound. */
export function boundedRest(
  kept: Kept,
  usable: readonly (readonly Place[])[],
  remaining: Target,
  timing: Timing,
): Bound | undefined {
  const { row } = kept;
  const bound = boundOf(row);
  if (!bound) return undefined;
  const { given: give, got: get } = movedIn(kept, row.leg);
  if (row.path.length === 2) return restOf(bound, { give, get });
  if (row.leg === 0) {
    // The first leg must get what the second one now needs for the bound.
    const second = pricedSecond(kept, usable, remaining, timing);
    const needed = second.get.isZero ? undefined : scaled(bound.get, second.give, second.get);
    return needed ? restOf({ give: bound.give, get: needed }, { give, get }) : NOTHING;
  }
  const first = movedIn(kept, 0);
  return restOf({ give: first.got, get: scaled(bound.get, first.given, bound.give) }, { give, get });
}

const NOTHING: Bound = { give: Decimal.ZERO, get: Decimal.of(1n) };

/** What the second leg would give and get now: of TWAP for one slice, of the others for all. */
function pricedSecond(
  kept: Kept,
  [first = [], second = []]: readonly (readonly Place[])[],
  remaining: Target,
  { slices }: Timing,
): Totals {
  const { executor, fixed_side, fixed_amount } = kept.row;
  const manner = MANNERS[executor];
  const expected = (): Decimal =>
    sumOf(planOrders(manner, first, remaining), 'get').plus(receivedIn(kept, 0));
  const target: Target =
    fixed_side === 'to'
      ? { kind: 'get', amount: Decimal.parse(fixed_amount) }
      : { kind: 'give', amount: expected() };
  if (target.amount.isZero) return { give: Decimal.ZERO, get: Decimal.ZERO };
  if (executor === 'TWAP') {
    const slice = { ...target, amount: share(target.amount, BigInt(slices)) };
    const orders = planOrders(manner, second, slice);
    if (orders.length > 0) return totalsOf(orders);
  }
  const totals = totalsOf(planOrders(manner, second, target));
  // What the books do not offer gets nothing.
  return target.kind === 'give' ? { give: target.amount, get: totals.get } : totals;
}
