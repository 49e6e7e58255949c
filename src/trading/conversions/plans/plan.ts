import { Decimal } from '../../../kernel/index.ts';
import { allocate } from './allocate.ts';
import { feeAssetOf, perUnit } from './charge.ts';
import type { Taken } from './ladder.ts';
import type { Target } from './search.ts';
import type { Place } from './places.ts';
import type { Executor } from '../status.ts';

/** A planned order, with what it gives and gets if filled as planned. */
export interface PlannedOrder extends Taken {
  readonly place: Place;
  readonly type: 'ioc' | 'post-only';
}

/** How to trade a leg at one moment. */
export type Manner = 'market' | 'single' | 'post';

export const MANNERS: Record<Executor, Manner> = {
  MARKET: 'market',
  TAKER: 'single',
  MAKER: 'post',
  MAKER_TAKER: 'post',
  TWAP: 'market',
};

/** Whether a place offers nothing for this manner of trading. */
export const isDry = ({ levels, ownPrice }: Place, manner: Manner): boolean =>
  manner === 'post' ? ownPrice === undefined : levels.length === 0;

const ONE = Decimal.of(1n);
const AMOUNT_SCALE = 36;

/** The best orders for the target; none if it is too small for the places, or they offer nothing. */
export function planOrders(manner: Manner, places: readonly Place[], target: Target): PlannedOrder[] {
  const orders = PLANNERS[manner](places, target);
  return target.kind === 'give' || !isExcessive(orders, target) ? orders : [];
}

const PLANNERS: Record<Manner, (places: readonly Place[], target: Target) => PlannedOrder[]> = {
  market: take,
  single: (places, target) =>
    places
      .map((place) => take([place], target))
      .reduce((best, next) => (servesBetter(target, totalsOf(next), totalsOf(best)) ? next : best), []),
  post,
};

function take(places: readonly Place[], target: Target): PlannedOrder[] {
  return allocate(places, target).flatMap((taken, index) => {
    const place = places[index];
    return taken && place ? [{ ...taken, place, type: 'ioc' as const }] : [];
  });
}

export const sumOf = (orders: readonly PlannedOrder[], what: 'give' | 'get' | 'fee'): Decimal =>
  orders.reduce((sum, order) => sum.plus(order[what]), Decimal.ZERO).trim();

export interface Totals {
  readonly give: Decimal;
  readonly get: Decimal;
}

export const totalsOf = (orders: readonly PlannedOrder[]): Totals => ({
  give: sumOf(orders, 'give'),
  get: sumOf(orders, 'get'),
});

export function servesBetter({ kind, amount }: Target, one: Totals, other: Totals): boolean {
  const bothReach = one.get.compare(amount) >= 0 && other.get.compare(amount) >= 0;
  if (kind === 'get' && bothReach) return one.give.compare(other.give) < 0;
  return one.get.compare(other.get) > 0;
}

/** Joins the best price of all places, which takers reach first. */
function post(places: readonly Place[], target: Target): PlannedOrder[] {
  const posted = places.flatMap((place) => postAt(place, target) ?? []);
  const [first, ...others] = posted;
  if (!first) return [];
  return [others.reduce((best, next) => (isKeener(next, best) ? next : best), first)];
}

/** The better price; at equal prices, the lower fee. */
function isKeener(left: PlannedOrder, right: PlannedOrder): boolean {
  const order = priceToOthers(left).compare(priceToOthers(right));
  return order === 0 ? left.place.makerFee.compare(right.place.makerFee) < 0 : order > 0;
}

/** What others get of our asset for one unit of theirs. */
const priceToOthers = ({ place, price }: PlannedOrder): Decimal =>
  place.side === 'buy' ? price : ONE.dividedBy(price, AMOUNT_SCALE, 'half-even');

function postAt(place: Place, { kind, amount }: Target): PlannedOrder | undefined {
  const { lotSize, makerFee, ownPrice } = place;
  if (ownPrice === undefined) return undefined;
  const price = Decimal.parse(ownPrice);
  const unit = perUnit(place, price, makerFee);
  const wanted = amount.dividedBy(unit[kind], AMOUNT_SCALE, kind === 'give' ? 'down' : 'up');
  const quantity = wanted
    .dividedBy(lotSize, 0, kind === 'give' ? 'down' : 'up')
    .times(lotSize)
    .trim();
  if (!isLargeEnough(place, price, quantity)) return undefined;
  const [give, get] = [quantity.times(unit.give).trim(), quantity.times(unit.get).trim()];
  const isPaidInBase = feeAssetOf(place.symbol, place) === place.symbol.split('-')[0];
  const fee = (isPaidInBase ? quantity : quantity.times(price)).times(makerFee).trim();
  return { place, type: 'post-only', quantity, price, give, get, fee };
}

const isLargeEnough = ({ minSize, minNotional }: Place, price: Decimal, quantity: Decimal): boolean =>
  quantity.sign > 0 && quantity.compare(minSize) >= 0 && quantity.times(price).compare(minNotional) >= 0;

/** Rounding a small rest up to the minimum may add at most one lot. */
function isExcessive(orders: readonly PlannedOrder[], { amount }: Target): boolean {
  const lots = orders.map(({ place, get, quantity }) =>
    place.lotSize.times(get).dividedBy(quantity, AMOUNT_SCALE, 'up'),
  );
  const most = lots.reduce((sum, lot) => sum.plus(lot), amount);
  return sumOf(orders, 'get').compare(most) > 0;
}

/**
 * Reduces orders until they cannot give more than the limit, even if all are filled at their limit price. The next round
 * trades the rest.
 */
export function withinLimit(orders: readonly PlannedOrder[], limit: Decimal): PlannedOrder[] {
  const kept = [...orders].sort((a, b) => worstGive(a).compare(worstGive(b)));
  for (;;) {
    const worst = kept.reduce((sum, order) => sum.plus(worstGive(order)), Decimal.ZERO);
    const last = kept.at(-1);
    if (!last || worst.compare(limit) <= 0) return kept;
    kept.pop();
    const { place, price } = last;
    const excess = worst.minus(limit).dividedBy(givePerUnit(last), AMOUNT_SCALE, 'up');
    const quantity = last.quantity
      .minus(excess.dividedBy(place.lotSize, 0, 'up').times(place.lotSize))
      .trim();
    if (isLargeEnough(place, price, quantity)) kept.push({ ...last, quantity });
  }
}

const givePerUnit = ({ place, price }: PlannedOrder): Decimal => perUnit(place, price, largerFee(place)).give;

const worstGive = (order: PlannedOrder): Decimal => order.quantity.times(givePerUnit(order));

const largerFee = ({ makerFee, takerFee }: Place): Decimal =>
  makerFee.compare(takerFee) > 0 ? makerFee : takerFee;
