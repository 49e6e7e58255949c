import { Decimal } from '../../kernel/index.ts';
import type { Target } from './search.ts';
import { movementsOf } from './movements.ts';
import type { Question } from './observe.ts';
import { isDry, MANNERS, planOrders, sumOf, withinLimit, type Manner, type PlannedOrder } from './plan.ts';
import type { Place } from './places.ts';
import type { ConversionRow, OrderRow, TradeRow } from './store.ts';
import { earliest, later, type Timing } from './timing.ts';

/** A stored conversion with its orders and trades. */
export interface Kept {
  readonly row: ConversionRow;
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
}

export type Step =
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
  | { readonly kind: 'place'; readonly orders: readonly PlannedOrder[]; readonly row: Beginning }
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string; readonly row?: Beginning }
  | { readonly kind: 'next leg' }
  | { readonly kind: 'end'; readonly reason: string | null };

type Beginning = Pick<ConversionRow, 'leg_target' | 'leg_started_at' | 'fruitless'>;

/** Finished at the venue, with all trades known. */
function isSettled(order: OrderRow, trades: readonly TradeRow[]): boolean {
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
  return trade({ ...kept, row: { ...row, ...beginning } }, usable[row.leg] ?? [], timing, now);
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

function movedIn({ row, orders, trades }: Kept, leg: number) {
  const moved = movementsOf(
    orders.filter((order) => order.leg === leg),
    trades,
  );
  const [from = '', to = ''] = row.path.slice(leg);
  const amountOf = (asset: string): Decimal => moved.get(asset) ?? Decimal.ZERO;
  return { given: amountOf(from).negate(), got: amountOf(to) };
}

const receivedIn = (kept: Kept, leg: number): Decimal => movedIn(kept, leg).got;

function trade(kept: Kept, places: readonly Place[], timing: Timing, now: Date): Step {
  const { row, orders } = kept;
  const { given, got } = movedIn(kept, row.leg);
  const kind = row.fixed_side === 'from' ? 'give' : 'get';
  const remaining = Decimal.parse(row.leg_target ?? '0').minus(kind === 'give' ? given : got);
  if (remaining.sign <= 0) return closeLeg(kept, null);

  const own = orders.filter(({ leg }) => leg === row.leg);
  const slice = row.executor === 'TWAP' ? sliceAt(row, own, timing, now) : undefined;
  if (slice?.isTaken) return wait(row, slice.nextAt, 'The next slice is not due yet.');
  const manner = mannerOf(row, timing, now);
  const amount = slice ? share(remaining, slice.left) : remaining;
  const planned = planWithin(kept, manner, places, { kind, amount });
  if (planned.length === 0) {
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

/** Never gives more than the caller permits, nor in a second leg more than the first one received. */
function planWithin(kept: Kept, manner: Manner, places: readonly Place[], target: Target): PlannedOrder[] {
  const { row } = kept;
  const planned = planOrders(manner, places, target);
  if (target.kind === 'give') return withinLimit(planned, target.amount);
  if (row.leg === 0) return planned;
  const available = receivedIn(kept, 0).minus(movedIn(kept, row.leg).given);
  if (sumOf(planned, 'give').compare(available) <= 0) return withinLimit(planned, available);
  return withinLimit(planOrders(manner, places, { kind: 'give', amount: available }), available);
}

function mannerOf(row: ConversionRow, timing: Timing, now: Date): Manner {
  const until = postedUntil(row, timing);
  return until && until <= now ? 'market' : MANNERS[row.executor];
}

/** Excludes places that refused an order; TAKER stays at its first venue. */
function usablePlaces({ row, orders }: Kept, leg: number, places: readonly Place[]): Place[] {
  const refusing = new Set(
    orders.filter(({ status, type }) => status === 'REFUSED' && type === 'ioc').map(({ venue }) => venue),
  );
  const first = row.executor === 'TAKER' ? orders.find((order) => order.leg === leg) : undefined;
  return places.filter(
    ({ venue, trading }) =>
      trading === 'live' &&
      !refusing.has(venue) &&
      (row.allowed_venues.length === 0 || row.allowed_venues.includes(venue)) &&
      (first === undefined || first.venue === venue),
  );
}

/** The number of latest rounds of a leg that filled nothing. */
function fruitlessRounds(own: readonly OrderRow[]): number {
  const fruitful = own.findLast(({ filled }) => !Decimal.parse(filled).isZero)?.round ?? 0;
  return (own.at(-1)?.round ?? 0) - fruitful;
}

const retryMs = (times: number, { retryMs, longestRetryMs }: Timing): number =>
  Math.min(retryMs * 2 ** Math.min(times - 1, 20), longestRetryMs);

/** Nothing could be sent: retry a few times, then end. */
function retry({ row }: Kept, timing: Timing, now: Date, reason: string): Step {
  const fruitless = row.fruitless + 1;
  if (fruitless >= timing.fruitlessRounds) return { kind: 'end', reason };
  const until = later(now, retryMs(fruitless, timing));
  return { kind: 'wait', until, reason, row: { ...beginningRow(row), fruitless } };
}

const dryReason = (orders: readonly OrderRow[]): string =>
  orders.findLast(({ status }) => status === 'REFUSED')?.reason ?? NO_PRICE;

interface Slice {
  readonly isTaken: boolean;
  /** Including this one. */
  readonly left: bigint;
  readonly nextAt: Date;
}

/** Slices are evenly spaced. A part not traded in its slice is spread over the following ones. */
function sliceAt(row: ConversionRow, own: readonly OrderRow[], timing: Timing, now: Date): Slice {
  const { expires_at, path, leg, leg_started_at } = row;
  const startMs = (leg_started_at ?? now).getTime();
  const untilExpiryMs = expires_at ? expires_at.getTime() - startMs : Number.POSITIVE_INFINITY;
  const legsLeft = path.length - 1 - leg;
  const everyMs = Math.max(
    1,
    Math.floor(Math.min(timing.spreadMs, untilExpiryMs) / legsLeft / timing.slices),
  );
  const last = timing.slices - 1;
  const indexOf = (time: Date): number => Math.min(Math.floor((time.getTime() - startMs) / everyMs), last);
  const index = indexOf(now);
  const before = own.at(-1);
  return {
    isTaken: before !== undefined && index < last && indexOf(before.created_at) === index,
    left: BigInt(timing.slices - index),
    nextAt: new Date(startMs + (index + 1) * everyMs),
  };
}

const SHARE_SCALE = 36;
const share = (amount: Decimal, parts: bigint): Decimal =>
  parts === 1n ? amount : amount.dividedBy(Decimal.of(parts), SHARE_SCALE, 'down').trim();

/** A finished leg that received anything is followed by the next one. */
function closeLeg(kept: Kept, reason: string | null): Step {
  const { leg, path } = kept.row;
  const isLast = leg + 2 === path.length;
  return isLast || receivedIn(kept, leg).isZero ? { kind: 'end', reason } : { kind: 'next leg' };
}
