import { Decimal, backOffMs, later } from '../../../kernel/index.ts';
import {
  describeBound,
  withinBound,
  isDry,
  MANNERS,
  planOrders,
  sumOf,
  withinLimit,
  type Bound,
  type Target,
  type Manner,
  type PlannedOrder,
  type Place,
} from '../plans/index.ts';
import { movedIn, receivedIn, type Kept } from './kept.ts';
import { boundedRest } from './rest.ts';
import { share, sliceAt } from './slices.ts';
import type { Question } from './observe.ts';
import type { ConversionRow, OrderRow, TradeRow } from '../store.ts';
import { earliest, type Timing } from './timing.ts';

export type Step =
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
  | { readonly kind: 'place'; readonly orders: readonly PlannedOrder[]; readonly row: Beginning }
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string; readonly row?: Beginning }
  | { readonly kind: 'next leg'; readonly reason: string | null }
  | { readonly kind: 'end'; readonly reason: string | null };

type Beginning = Pick<ConversionRow, 'leg_target' | 'leg_started_at' | 'fruitless'>;

/** Finished at the venue, with all trades known. */
export function isSettled(order: OrderRow, trades: readonly TradeRow[]): boolean {
  if (order.status === 'SENT' || order.status === 'OPEN') return false;
  return tradedQuantity(order, trades).compare(Decimal.parse(order.filled)) >= 0;
}

const tradedQuantity = ({ id }: OrderRow, trades: readonly TradeRow[]): Decimal =>
  trades
    .filter(({ order_id }) => order_id === id)
    .reduce((sum, { quantity }) => sum.plus(Decimal.parse(quantity)), Decimal.ZERO);

/** It must stop: open orders are cancelled, and it ends with what was traded. */
const isStopping = ({ status, expires_at }: ConversionRow, now: Date): boolean =>
  status === 'PENDING_CANCEL' || (expires_at !== null && expires_at <= now);

/** When MAKER_TAKER stops posting and takes. */
export const postedUntil = ({ executor, leg_started_at }: ConversionRow, { postedMs }: Timing): Date | null =>
  executor === 'MAKER_TAKER' && leg_started_at ? later(leg_started_at, postedMs) : null;

/**
 * The next step of a conversion that is due. New orders are planned only when everything about the earlier ones is
 * known. `places` are the current places of each leg.
 */
export function nextStep(kept: Kept, places: readonly (readonly Place[])[], timing: Timing, now: Date): Step {
  const { row, orders, trades } = kept;
  const open = orders.filter((order) => !isSettled(order, trades));
  if (open.length > 0) return askAbout(kept, open, timing, now);
  if (isStopping(row, now)) return { kind: 'end', reason: stopReason(row) };
  const usable = places.map((leg, index) => usablePlaces(kept, index, leg));
  const beginning = beginningOf(kept, usable, now);
  if (!beginning) return retry(kept, timing, now, NO_PRICE);
  return trade({ ...kept, row: { ...row, ...beginning } }, usable, timing, now);
}

const stopReason = ({ status }: ConversionRow): string =>
  status === 'PENDING_CANCEL' ? 'It was cancelled.' : 'It expired.';

function askAbout({ row, trades }: Kept, open: readonly OrderRow[], timing: Timing, now: Date): Step {
  const mustCancel = isStopping(row, now) || (postedUntil(row, timing) ?? later(now, 1)) <= now;
  const questions = open.flatMap((order): Question[] => {
    if (order.status === 'OPEN') {
      const isTraded = tradedQuantity(order, trades).compare(Decimal.parse(order.filled)) < 0;
      const news: Question[] = isTraded ? [{ kind: 'trades', order }] : [];
      return [...news, { kind: mustCancel ? 'cancel' : 'find', order }];
    }
    if (order.status !== 'SENT') return [{ kind: 'trades', order }];
    // Until its deadline, the process that stored it may still be sending it.
    return order.reason === null && order.deadline > now ? [] : [{ kind: 'find', order }];
  });
  if (questions.length > 0) return { kind: 'ask', questions };
  const until = earliest(...(open.map(({ deadline }) => deadline) as [Date]));
  return { kind: 'wait', until, reason: 'An order is being sent to the venue.' };
}

/** The target of this leg; undefined while it cannot be determined. */
function beginningOf(
  { row, orders, trades }: Kept,
  places: readonly (readonly Place[])[],
  now: Date,
): Beginning | undefined {
  const { leg, path, fixed_side, fixed_amount, fruitless } = row;
  if (row.leg_target !== null) return row;
  const isFirst = leg === 0;
  const begin = (target: Decimal): Beginning => ({
    leg_target: target.toString(),
    leg_started_at: now,
    fruitless: isFirst ? fruitless : 0,
  });
  if (path.length === 2 || isFirst === (fixed_side === 'from')) return begin(Decimal.parse(fixed_amount));
  if (!isFirst) return begin(receivedIn({ row, orders, trades }, 0));
  const second = planOrders('market', places[1] ?? [], { kind: 'get', amount: Decimal.parse(fixed_amount) });
  return second.length > 0 ? begin(sumOf(second, 'give')) : undefined;
}

function trade(kept: Kept, usable: readonly (readonly Place[])[], timing: Timing, now: Date): Step {
  const { row, orders } = kept;
  const places = usable[row.leg] ?? [];
  const { given, got } = movedIn(kept, row.leg);
  const kind = row.fixed_side === 'from' ? 'give' : 'get';
  const remaining = Decimal.parse(row.leg_target ?? '0').minus(kind === 'give' ? given : got);
  if (remaining.sign <= 0) return closeLeg(kept, null);

  const own = orders.filter(({ leg }) => leg === row.leg);
  const slice = row.executor === 'TWAP' ? sliceAt(row, own, timing, now) : undefined;
  if (slice?.isTaken) return wait(row, slice.nextAt, 'The next slice is not due yet.');
  const manner = mannerOf(row, timing, now);
  const amount = slice ? share(remaining, slice.left) : remaining;
  const target: Target = { kind, amount };
  const rest = boundedRest(kept, usable, { kind, amount: remaining }, timing);
  const planned = planWithin(kept, manner, places, target, rest);
  if (planned.length === 0) {
    if (rest && planWithin(kept, manner, places, target).length > 0) {
      const reason = `No offer is within the bound of ${describeBound(row)}.`;
      return slice && slice.left > 1n ? wait(row, slice.nextAt, reason) : retry(kept, timing, now, reason);
    }
    if (places.every((place) => isDry(place, manner))) return retry(kept, timing, now, dryReason(orders));
    if (slice && slice.left > 1n)
      return wait(row, slice.nextAt, 'The slice is too small and is added to the next one.');
    return closeLeg(kept, 'The rest is too small to trade.');
  }
  const barren = fruitlessRounds(own);
  if (barren + row.fruitless >= timing.fruitlessRounds) {
    return closeLeg(kept, orders.at(-1)?.reason ?? 'The offers were gone each time.');
  }
  const again = barren > 0 ? later(own.at(-1)?.updated_at ?? now, retryMs(barren, timing)) : now;
  if (again > now) return wait(row, again, 'The last orders filled nothing.');
  return { kind: 'place', orders: planned, row: { ...beginningRow(row), fruitless: 0 } };
}

const NO_PRICE = 'The markets have no price now.';

const beginningRow = ({ leg_target, leg_started_at, fruitless }: ConversionRow): Beginning => ({
  leg_target,
  leg_started_at,
  fruitless,
});

const wait = (row: ConversionRow, until: Date, reason: string): Step => ({
  kind: 'wait',
  until,
  reason,
  row: beginningRow(row),
});

/**
 * Never at prices beyond the bound. Never gives more than the caller permits, nor in a second leg more than the first
 * one received.
 */
function planWithin(
  kept: Kept,
  manner: Manner,
  all: readonly Place[],
  target: Target,
  rest?: Bound,
): PlannedOrder[] {
  const { row } = kept;
  const places = rest ? all.map((place) => withinBound(place, rest)) : all;
  const planned = planOrders(manner, places, target);
  if (target.kind === 'give') return withinLimit(planned, target.amount);
  if (row.leg === 0) return rest ? withinLimit(planned, rest.give) : planned;
  const available = receivedIn(kept, 0).minus(movedIn(kept, row.leg).given);
  if (sumOf(planned, 'give').compare(available) <= 0) return withinLimit(planned, available);
  return withinLimit(planOrders(manner, places, { kind: 'give', amount: available }), available);
}

function mannerOf(row: ConversionRow, timing: Timing, now: Date): Manner {
  const until = postedUntil(row, timing);
  return until && until <= now ? 'market' : MANNERS[row.executor];
}

/**
 * Leaves out the places that refused an order in the last round: for the next one, or for a pause if there is no other.
 * TAKER stays at the first venue that takes its order.
 */
function usablePlaces({ row, orders }: Kept, leg: number, places: readonly Place[]): Place[] {
  const own = orders.filter((order) => order.leg === leg);
  const last = own.at(-1)?.round;
  const refusing = new Set(
    own
      .filter(({ round, status, type }) => round === last && status === 'REFUSED' && type === 'ioc')
      .map(({ venue }) => venue),
  );
  const first = row.executor === 'TAKER' ? own.find(({ status }) => status !== 'REFUSED') : undefined;
  return places.filter(
    ({ venue, trading }) =>
      trading === 'live' &&
      (row.fruitless > 0 || !refusing.has(venue)) &&
      (row.allowed_venues.length === 0 || row.allowed_venues.includes(venue)) &&
      (first === undefined || first.venue === venue),
  );
}

/** The number of latest rounds of a leg that filled nothing. */
function fruitlessRounds(own: readonly OrderRow[]): number {
  const fruitful = own.findLast(({ filled }) => !Decimal.parse(filled).isZero)?.round ?? 0;
  return (own.at(-1)?.round ?? 0) - fruitful;
}

const retryMs = (times: number, timing: Timing): number =>
  backOffMs(times, timing.retryMs, timing.longestRetryMs);

/** Nothing could be sent: retry a few times, then end. */
function retry(kept: Kept, timing: Timing, now: Date, reason: string): Step {
  const { row } = kept;
  const fruitless = row.fruitless + 1;
  if (fruitless >= timing.fruitlessRounds) return closeLeg(kept, reason);
  const until = later(now, retryMs(fruitless, timing));
  return { kind: 'wait', until, reason, row: { ...beginningRow(row), fruitless } };
}

const dryReason = (orders: readonly OrderRow[]): string =>
  orders.findLast(({ status }) => status === 'REFUSED')?.reason ?? NO_PRICE;

/** A finished leg that received anything is followed by the next one. */
function closeLeg(kept: Kept, reason: string | null): Step {
  const { leg, path } = kept.row;
  const isLast = leg + 2 === path.length;
  return isLast || receivedIn(kept, leg).isZero ? { kind: 'end', reason } : { kind: 'next leg', reason };
}
