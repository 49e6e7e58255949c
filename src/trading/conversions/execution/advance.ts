import { setTimeout as sleep } from 'node:timers/promises';
import { Decimal, Problem, later, type Context } from '../../../kernel/index.ts';
import { run } from '../../../platform/commands/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import {
  notSent,
  refused,
  unknown,
  type Call,
  type OrderApi,
  type Outcome,
  type SoughtOrder,
  type VenueOrder,
} from '../../venues/index.ts';
import { readKept } from './change.ts';
import { requestWork } from '../jobs.ts';
import type { Answered, Question } from './observe.ts';
import { readPlaces, type MarketAccess, type Place } from '../plans/index.ts';
import type { Kept } from './kept.ts';
import { nextStep } from './progress.ts';
import { afterAnswers, newsFrom, record } from './record.ts';
import { stepping } from './step.ts';
import { postpone, type ConversionRow, type OrderRow } from '../store.ts';
import type { Timing } from './timing.ts';

const MAX_TURNS = 200;
/** Shorter pauses happen here: the worker picks up scheduled jobs only every few seconds. */
const SHORT_PAUSE_MS = 500;

/** Advances a conversion as far as possible now, and schedules the next run. */
export async function advanceConversion(
  context: Context<Db>,
  access: MarketAccess,
  timing: Timing,
  { id }: { readonly id: string },
): Promise<void> {
  const { actor, db, clock } = context;
  let kept: Kept | undefined;
  let lane: string | undefined;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    context.signal.throwIfAborted();
    kept = await readKept(db, actor.tenant, id);
    const pauseMs = (kept?.row.due_at?.getTime() ?? Number.NaN) - clock.now().getTime();
    if (!kept || !(pauseMs <= SHORT_PAUSE_MS)) break;
    // It goes on in the lane of the venues that it has begun to wait for.
    lane ??= laneOf(kept.row);
    if (lane !== laneOf(kept.row)) break;
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: context.signal });
    else await turnOnce(context, access, timing, kept).catch(ignoreChanged);
  }
  if (kept?.row.due_at) await enqueue(db, context, [requestWork(id, kept.row.due_at)]);
}

/** Conversions with orders at the same venues share a lane: those at a venue that hangs keep no others waiting. */
export const laneOf = ({ venues }: Pick<ConversionRow, 'venues'>): string => venues.join(' ');

/** Asking about orders changes nothing, so it needs no lock; only new answers are recorded. */
async function turnOnce(
  context: Context<Db>,
  access: MarketAccess,
  timing: Timing,
  kept: Kept,
): Promise<void> {
  const { db, clock } = context;
  const { id, due_at } = kept.row;
  const places = await placesOf(access, kept.row);
  const step = nextStep(kept, places, timing, clock.now());
  if (step.kind !== 'ask') {
    const { result } = await run(context, stepping(places, timing), { id });
    const questions = result.orders.map((order): Question => ({ kind: 'place', order }));
    const answers = await askAll(context, access, timing, questions);
    if (answers.length > 0) await run(context, record, { id, answers, timing });
    return;
  }
  const answers = await askAll(context, access, timing, step.questions);
  const now = clock.now();
  const news = newsFrom(kept, answers, timing, now);
  if (news.orders.length + news.trades.length > 0) await run(context, record, { id, answers, timing });
  else if (due_at) await postpone(db, id, due_at, afterAnswers(kept, answers, news, timing, now)).execute();
}

const askAll = (
  context: Context<Db>,
  access: MarketAccess,
  timing: Timing,
  questions: readonly Question[],
): Promise<Answered[]> => Promise.all(questions.map((question) => ask(context, access, timing, question)));

const placesOf = (access: MarketAccess, { tenant, executor, path }: ConversionRow): Promise<Place[][]> =>
  Promise.all(path.slice(1).map((to, leg) => readPlaces(access, tenant, executor, path[leg] ?? '', to)));

export async function ask(
  context: Context<Db>,
  access: MarketAccess,
  timing: Timing,
  question: Question,
): Promise<Answered> {
  const { order } = question;
  const askedAt = context.clock.now();
  // An order is never sent after its deadline.
  const deadline = question.kind === 'place' ? order.deadline : later(askedAt, timing.callTimeoutMs);
  const venues = await access.venues.list(context.actor.tenant);
  const orders = venues.find(({ venue }) => venue.code === order.venue)?.venue.orders;
  return answer(question, orders, { deadline }, askedAt);
}

async function answer(
  { kind, order }: Question,
  orders: OrderApi | undefined,
  call: Call,
  askedAt: Date,
): Promise<Answered> {
  const gone = 'The venue is no longer configured.';
  const unasked = refused('not_configured', gone);
  switch (kind) {
    case 'place':
      return {
        kind,
        order,
        askedAt,
        outcome: orders ? ofOrder(order, await safely(orders.place(toRequest(order), call))) : notSent(gone),
      };
    case 'cancel':
      return {
        kind,
        order,
        askedAt,
        outcome: orders ? ofOrder(order, await safely(orders.cancel(toSought(order), call))) : unasked,
      };
    case 'find':
      return {
        kind,
        order,
        askedAt,
        outcome: orders?.find ? ofOrder(order, await safely(orders.find(toSought(order), call))) : unasked,
      };
    default:
      return {
        kind,
        order,
        askedAt,
        outcome: orders ? await safely(orders.trades(toSought(order), call)) : unasked,
      };
  }
}

/** An adapter must not throw. If it does, what it sent is unknown. */
const safely = <T>(outcome: Promise<T>) =>
  outcome.catch((error: unknown) => unknown(`The call failed: ${String(error)}`));

/** Another order, or more than was ordered, proves nothing. */
function ofOrder<T extends VenueOrder | null>({ id, quantity }: OrderRow, outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'answered' || outcome.value === null) return outcome;
  const { clientOrderId, filled } = outcome.value;
  if (clientOrderId !== id) return unknown('The venue answered with another order.');
  const isPossible = filled.sign >= 0 && filled.compare(Decimal.parse(quantity)) <= 0;
  return isPossible ? outcome : unknown(`The venue says that ${filled.toString()} of ${quantity} is filled.`);
}

export const toRequest = ({ id, symbol, side, type, price, quantity }: OrderRow) => ({
  clientOrderId: id,
  symbol,
  side,
  type,
  price: Decimal.parse(price),
  quantity: Decimal.parse(quantity),
});

const toSought = ({ id, symbol, created_at, venue_order_id }: OrderRow): SoughtOrder => ({
  clientOrderId: id,
  symbol,
  since: created_at,
  venueOrderId: venue_order_id,
});

/** Another process or person has changed the conversion since it was selected. */
function ignoreChanged(error: unknown): void {
  if (error instanceof Problem && error.code === 'invalid_transition') return;
  throw error;
}
