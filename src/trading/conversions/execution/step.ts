import { Decimal, Problem, later } from '../../../kernel/index.ts';
import { command, type Circumstances } from '../../../platform/commands/index.ts';
import { change, eventsOf, lockKept, saveChange, type Change } from './change.ts';
import { movementsOf } from '../movements.ts';
import type { PlannedOrder, Place } from '../plans/index.ts';
import type { Kept } from './kept.ts';
import { nextStep, type Step } from './progress.ts';
import { hasEnded } from '../status.ts';
import { insertOrders, type ConversionRow, type OrderRow } from '../store.ts';
import { earliest, type Timing } from './timing.ts';

interface StepInput {
  readonly id: string;
}

interface Taken {
  readonly row: ConversionRow;
  /** To be sent now, and only by the process that took the step. */
  readonly orders: readonly OrderRow[];
}

/**
 * Takes the next step of a conversion that is due and has no open questions about its earlier orders. New orders are
 * committed here before they are sent to a venue.
 */
export function stepping(places: readonly (readonly Place[])[], timing: Timing) {
  return command({
    name: 'conversion.step',
    scope: 'admin',
    lock: (tx, { id }: StepInput, { actor }) => lockKept(tx, actor.tenant, id),
    decide(kept: Kept, _input, circumstances) {
      const { row } = kept;
      const { now } = circumstances;
      if (hasEnded(row.status) || row.due_at === null || row.due_at > now) {
        throw new Problem('invalid_transition', 'This conversion is not due.');
      }
      const step = nextStep(kept, places, timing, now);
      if (step.kind === 'ask')
        throw new Problem('invalid_transition', 'Its earlier orders must be checked first.');
      const orders =
        step.kind === 'place'
          ? step.orders.map((order, index) => toOrder(kept, order, index, timing, circumstances))
          : [];
      const after = change(row, membersAfter(kept, step, orders, timing, now), now);
      return {
        change: { change: after, orders },
        audit: { subject: row.id, details: detailsOf(step, after, orders) },
        events: eventsOf(after),
      };
    },
    async write(tx, { change, orders }): Promise<Taken | undefined> {
      if (orders.length > 0) await insertOrders(tx, orders).execute();
      const row = await saveChange(tx, change).executeTakeFirst();
      return row && { row, orders };
    },
  });
}

function detailsOf(step: Step, { after }: Change, orders: readonly OrderRow[]) {
  const reason = step.kind === 'place' || step.kind === 'ask' ? null : step.reason;
  return {
    status: after.status,
    step: step.kind,
    reason,
    orders: orders.map(({ id, venue, symbol, side, type, price, quantity }) => ({
      id,
      venue,
      symbol,
      side,
      type,
      price,
      quantity,
    })),
  };
}

function membersAfter(
  kept: Kept,
  step: Exclude<Step, { kind: 'ask' }>,
  orders: readonly OrderRow[],
  timing: Timing,
  now: Date,
): Partial<ConversionRow> {
  const { row } = kept;
  switch (step.kind) {
    case 'place':
      return {
        ...step.row,
        status: row.status === 'PENDING' ? 'PROCESSING' : row.status,
        round: row.round + 1,
        venues: venuesOf([...kept.orders, ...orders]),
        // If the answers are never recorded, it is due when the orders can no longer reach the venues.
        due_at: later(now, timing.callTimeoutMs + timing.marginMs),
        waiting_reason: null,
      };
    case 'wait':
      return { ...step.row, due_at: earliest(step.until, row.expires_at), waiting_reason: step.reason };
    case 'next leg':
      return {
        leg: row.leg + 1,
        leg_target: null,
        leg_started_at: null,
        round: 0,
        fruitless: 0,
        due_at: now,
        // The reason why the first leg did not trade everything still applies at the end.
        failure_message: step.reason,
      };
    default:
      return { ...endingOf(kept, step.reason ?? row.failure_message), due_at: null, waiting_reason: null };
  }
}

const venuesOf = (orders: readonly OrderRow[]): string[] =>
  [...new Set(orders.map(({ venue }) => venue))].sort();

/** With the traded amounts, if any. */
function endingOf({ row, orders, trades }: Kept, reason: string | null): Partial<ConversionRow> {
  if (trades.length === 0) {
    const status = row.status === 'PENDING_CANCEL' ? 'CANCELLED' : 'FAILED';
    return { status, failure_message: reason ?? 'Nothing could be traded.' };
  }
  const moved = movementsOf(orders, trades);
  const amountOf = (asset: string): Decimal => moved.get(asset) ?? Decimal.ZERO;
  const got = amountOf(row.to_asset);
  // A leg that does not trade an asset may still be charged in it: that is in the movements only.
  const amounts = {
    from_amount: atLeastZero(amountOf(row.from_asset).negate()).toString(),
    to_amount: atLeastZero(got).toString(),
  };
  if (got.sign > 0) return { ...amounts, status: 'COMPLETED', failure_message: reason };
  const [, via = ''] = row.path;
  const left = `${amountOf(via).toString()} ${via} of the first leg are left.`;
  return { ...amounts, status: 'FAILED', failure_message: reason === null ? left : `${reason} ${left}` };
}

const atLeastZero = (amount: Decimal): Decimal => (amount.sign > 0 ? amount : Decimal.ZERO);

function toOrder(
  kept: Kept,
  planned: PlannedOrder,
  index: number,
  timing: Timing,
  circumstances: Circumstances,
): OrderRow {
  const { row, orders } = kept;
  const { place, type, price, quantity } = planned;
  const { now } = circumstances;
  return {
    id: circumstances.newId(),
    conversion_id: row.id,
    number: orders.length + index + 1,
    leg: row.leg,
    round: row.round + 1,
    venue: place.venue,
    symbol: place.symbol,
    side: place.side,
    type,
    price: price.toString(),
    quantity: quantity.toString(),
    status: 'SENT',
    filled: '0',
    venue_order_id: null,
    reason: null,
    deadline: later(now, timing.callTimeoutMs),
    created_at: now,
    updated_at: now,
    finding: null,
  };
}
