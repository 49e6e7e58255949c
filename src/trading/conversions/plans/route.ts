import { Decimal } from '../../../kernel/index.ts';
import type { Target } from './search.ts';
import { MANNERS, planOrders, servesBetter, sumOf, type PlannedOrder, type Totals } from './plan.ts';
import { symbolsBetween, type Place } from './places.ts';
import type { Executor } from '../status.ts';

/** Intermediate assets to try, those listed at most venues first. */
const MAX_INTERMEDIATES = 8;

export interface Route extends Totals {
  /** The assets on the way, both ends included. */
  readonly path: readonly string[];
  /** The orders of each leg. */
  readonly legs: readonly (readonly PlannedOrder[])[];
}

/** The direct route if a symbol has both assets, else the routes through one other asset. */
export function pathsBetween(listed: ReadonlyMap<string, number>, from: string, to: string): string[][] {
  const venuesOf = (a: string, b: string): number =>
    Math.max(...symbolsBetween(a, b).map((symbol) => listed.get(symbol) ?? 0));
  if (venuesOf(from, to) > 0) return [[from, to]];
  const assets = new Set([...listed.keys()].flatMap((symbol) => symbol.split('-')));
  return [...assets]
    .map((via) => ({ via, venues: Math.min(venuesOf(from, via), venuesOf(via, to)) }))
    .filter(({ venues }) => venues > 0)
    .sort((a, b) => b.venues - a.venues || (a.via < b.via ? -1 : 1))
    .slice(0, MAX_INTERMEDIATES)
    .map(({ via }) => [from, via, to]);
}

/** The best plan over the routes, each with the places of its legs; the first route if none can be traded. */
export function planRoute(
  executor: Executor,
  candidates: readonly { readonly path: readonly string[]; readonly places: readonly (readonly Place[])[] }[],
  target: Target,
): Route | undefined {
  const routes = candidates.map(({ path, places }) => toRoute(path, planLegs(executor, places, target)));
  return routes.reduce<Route | undefined>(
    (best, next) => (!best || servesBetter(target, next, best) ? next : best),
    undefined,
  );
}

function planLegs(
  executor: Executor,
  places: readonly (readonly Place[])[],
  target: Target,
): PlannedOrder[][] {
  const manner = MANNERS[executor];
  const legs: PlannedOrder[][] = [];
  if (target.kind === 'give') {
    let { amount } = target;
    for (const leg of places) {
      const orders = amount.isZero ? [] : planOrders(manner, leg, { kind: 'give', amount });
      legs.push(orders);
      amount = sumOf(orders, 'get');
    }
    return legs;
  }
  let { amount } = target;
  for (const leg of places.toReversed()) {
    const orders = amount.isZero ? [] : planOrders(manner, leg, { kind: 'get', amount });
    legs.unshift(orders);
    amount = sumOf(orders, 'give');
  }
  const [first = []] = legs;
  const second = legs[1];
  // If the first leg cannot get enough, the second one trades what it got.
  const isShort = second && sumOf(first, 'get').compare(sumOf(second, 'give')) < 0;
  return isShort ? planLegs(executor, places, { kind: 'give', amount: sumOf(first, 'give') }) : legs;
}

function toRoute(path: readonly string[], legs: readonly PlannedOrder[][]): Route {
  const isWhole = legs.every((orders) => orders.length > 0);
  return {
    path,
    legs,
    give: isWhole ? sumOf(legs[0] ?? [], 'give') : Decimal.ZERO,
    get: isWhole ? sumOf(legs.at(-1) ?? [], 'get') : Decimal.ZERO,
  };
}
