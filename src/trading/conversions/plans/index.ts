export {
  boundOf,
  describeBound,
  restOf,
  scaled,
  withinBound,
  type Bound,
  type StoredBound,
} from './bound.ts';
export { feeAssetOf } from './charge.ts';
export { readPlaces, type MarketAccess, type Place } from './places.ts';
export {
  MANNERS,
  isDry,
  planOrders,
  sumOf,
  totalsOf,
  withinLimit,
  type Manner,
  type PlannedOrder,
  type Totals,
} from './plan.ts';
export {
  checkWish,
  isBoundKept,
  prepare,
  refuseUnbound,
  targetOf,
  type BoundRules,
  type Prepared,
} from './prepare.ts';
export type { Target } from './search.ts';
