import { Decimal } from '../../../kernel/index.ts';
import { perUnit } from './charge.ts';
import type { Place } from './places.ts';
import type { PlannedOrder, Totals } from './plan.ts';
import type { Target } from './search.ts';
import type { ConversionRow } from '../store.ts';

/** At most `give` is given. It gets at least `get`; a part of it gets at least its part. */
export type Bound = Totals;

/** As it is stored and shown: with one of the two amounts, which is fixed from the creation on. */
export type StoredBound = Pick<
  ConversionRow,
  'min_received' | 'max_given' | 'max_slippage_bps' | 'quoted_amount'
>;

const ONE = Decimal.of(1n);
const WHOLE_BPS = Decimal.of(10_000n);
/** Of the amounts of a bound, as of those that callers send. */
const BOUND_SCALE = 18;
/** Leaves room to multiply by fees. */
const REST_SCALE = 30;

/** What the target would bring or cost at the best offers that the plan reaches, fees included. */
export function quoteOf(legs: readonly (readonly PlannedOrder[])[], { kind, amount }: Target): Decimal {
  let [give, get] = [ONE, ONE];
  for (const orders of legs) {
    const best = orders.map(atBestOffer).reduce((left, right) => (isBetter(left, right) ? left : right));
    [give, get] = [give.times(best.give).trim(), get.times(best.get).trim()];
  }
  return kind === 'give'
    ? amount.times(get).dividedBy(give, BOUND_SCALE, 'down').trim()
    : amount.times(give).dividedBy(get, BOUND_SCALE, 'up').trim();
}

/** For a unit of the base asset. */
function atBestOffer({ place, type, price }: PlannedOrder): Totals {
  const [best] = place.levels;
  return type === 'ioc' && best
    ? perUnit(place, Decimal.parse(best.price), place.takerFee)
    : perUnit(place, price, place.makerFee);
}

const isBetter = (left: Totals, right: Totals): boolean =>
  left.get.times(right.give).compare(right.get.times(left.give)) >= 0;

/** The worst amount that a slippage against the quote permits. */
export function slipped(quote: Decimal, kind: Target['kind'], bps: number): Decimal {
  const slippage = Decimal.of(BigInt(bps));
  const share = kind === 'give' ? WHOLE_BPS.minus(slippage) : WHOLE_BPS.plus(slippage);
  return quote
    .times(share)
    .dividedBy(WHOLE_BPS, BOUND_SCALE, kind === 'give' ? 'down' : 'up')
    .trim();
}

/** Undefined without a bound. */
export function boundOf({
  fixed_amount,
  min_received,
  max_given,
}: Pick<ConversionRow, 'fixed_amount' | 'min_received' | 'max_given'>): Bound | undefined {
  const fixed = Decimal.parse(fixed_amount);
  if (min_received !== null) return { give: fixed, get: Decimal.parse(min_received) };
  return max_given === null ? undefined : { give: Decimal.parse(max_given), get: fixed };
}

export const keeps = (bound: Bound, { give, get }: Totals): boolean =>
  give.compare(bound.give) <= 0 && get.times(bound.give).compare(bound.get.times(give)) >= 0;

/** What a bound leaves for the rest, after what was given and got. */
export const restOf = (bound: Bound, done: Totals): Bound => ({
  give: bound.give.minus(done.give).round(REST_SCALE, 'down').trim(),
  get: bound.get.minus(done.get).round(REST_SCALE, 'up').trim(),
});

/** A bound on the assets of one leg: what its target gives and gets stands to it as `part` to `whole`. */
export const scaled = (amount: Decimal, part: Decimal, whole: Decimal): Decimal =>
  amount.round(REST_SCALE, 'up').trim().times(part).dividedBy(whole, REST_SCALE, 'up').trim();

/**
 * A place without the prices at which the rest, if all of it were traded at them, would break the bound. So no fill of
 * any part does: what was traded before at better prices counts, and what was traded at worse ones is made up for.
 */
export function withinBound(place: Place, rest: Bound): Place {
  if (rest.get.sign <= 0) return place;
  if (rest.give.sign <= 0) return { ...place, levels: [], ownPrice: undefined };
  const { side, levels, tickSize, takerFee, makerFee, ownPrice } = place;
  const limit = limitPrice(place, takerFee, rest);
  const end = levels.findIndex(({ price }) => isWorse(side, Decimal.parse(price), limit));
  const posted = limitPrice(place, makerFee, rest)
    .dividedBy(tickSize, 0, side === 'sell' ? 'up' : 'down')
    .times(tickSize);
  const isOwnWorse = ownPrice !== undefined && isWorse(side, Decimal.parse(ownPrice), posted);
  return {
    ...place,
    levels: end < 0 ? levels : levels.slice(0, end),
    ownPrice: isOwnWorse ? (posted.isZero ? undefined : posted.toString()) : ownPrice,
  };
}

/** The worst price at which the rest keeps the bound, fee included. */
function limitPrice(place: Place, fee: Decimal, { give, get }: Bound): Decimal {
  const unit = perUnit(place, ONE, fee);
  return place.side === 'sell'
    ? get.times(unit.give).dividedBy(give.times(unit.get), REST_SCALE, 'up')
    : give.times(unit.get).dividedBy(get.times(unit.give), REST_SCALE, 'down');
}

const isWorse = (side: Place['side'], price: Decimal, limit: Decimal): boolean =>
  side === 'sell' ? price.compare(limit) < 0 : price.compare(limit) > 0;

/** For people. */
export function describeBound({
  from_asset,
  to_asset,
  fixed_amount,
  min_received,
  max_given,
}: Pick<ConversionRow, 'from_asset' | 'to_asset' | 'fixed_amount' | 'min_received' | 'max_given'>): string {
  return min_received === null
    ? `at most ${max_given} ${from_asset} for ${fixed_amount} ${to_asset}`
    : `at least ${min_received} ${to_asset} for ${fixed_amount} ${from_asset}`;
}
