import { Decimal, Problem, type Actor } from '../../../kernel/index.ts';
import type { Circumstances } from '../../../platform/commands/index.ts';
import type { FeeIn } from '../../venues/index.ts';
import { World } from '../../withdrawals/testing/world.ts';
import { toRequest } from '../execution/advance.ts';
import { cancel } from '../cancel.ts';
import type { Answered, Question } from '../execution/observe.ts';
import type { Place } from '../plans/places.ts';
import type { Kept } from '../execution/kept.ts';
import { nextStep } from '../execution/progress.ts';
import { afterAnswers, newsFrom, record } from '../execution/record.ts';
import { EXECUTORS } from '../status.ts';
import { stepping } from '../execution/step.ts';
import type { ConversionRow } from '../store.ts';
import type { Timing } from '../execution/timing.ts';
import { ImaginedExchange } from './imagined-exchange.ts';
import { aRow } from './plant.ts';

const TIMING: Timing = {
  callTimeoutMs: 1_000,
  marginMs: 200,
  shortestPollMs: 50,
  longestPollMs: 500,
  retryMs: 50,
  longestRetryMs: 500,
  fruitlessRounds: 6,
  postedMs: 2_000,
  spreadMs: 3_000,
  slices: 4,
};
const VENUES = ['east', 'west'];
const FEE_IN: Readonly<Record<string, FeeIn>> = { east: 'counter', west: 'received' };
const CONVERSIONS = 3;
const TROUBLED_MS = 15_000;
const ACTOR: Actor = { kind: 'system', id: 'simulation', tenant: 'acme', scopes: new Set() };

export interface Ending {
  readonly kept: readonly Kept[];
  readonly exchanges: ReadonlyMap<string, ImaginedExchange>;
}

/**
 * Runs the decisions of the conversion commands against venues, a network, workers and a clock with faults drawn from
 * the seed: processes die at any point, stall, and work on the same conversion concurrently.
 */
export function simulate(seed: number): Ending {
  const world = new World(seed);
  const { random } = world;
  const trouble = random.next() * 0.4;
  const exchanges = new Map(
    VENUES.map((venue) => [
      venue,
      new ImaginedExchange(world, { trouble, marginMs: TIMING.marginMs, feeIn: FEE_IN[venue] ?? 'counter' }),
    ]),
  );
  let crashes = trouble / 2;
  let ids = 0;
  const kept: { -readonly [Member in keyof Kept]: Kept[Member] }[] = Array.from(
    { length: CONVERSIONS },
    (_, index) => ({ row: aWish(world, index), orders: [], trades: [] }),
  );
  const circumstances = (): Circumstances => ({
    actor: ACTOR,
    now: world.now,
    id: 'id',
    newId: () => `o${++ids}`,
  });
  const survives = (): boolean => !random.strikes(crashes);

  type One = (typeof kept)[number];

  /** One turn of a worker, which may die between any two lines. */
  function turn(one: One): void {
    // State read before the transaction may be stale within it.
    const read: Kept = { ...one };
    const places = read.row.path.slice(1).map((to, leg) => placesOf(world, read.row.path[leg] ?? '', to));
    const step = nextStep(read, places, TIMING, world.now);
    if (step.kind === 'ask') return askAll(step.questions, (answers) => learn(one, read, answers));
    const taken = decide(() => stepping(places, TIMING).decide(one, { id: one.row.id }, circumstances()));
    if (!taken) return;
    one.row = taken.change.after;
    one.orders = [...one.orders, ...taken.orders];
    if (taken.orders.length === 0 || !survives()) return;
    const questions = taken.orders.map((order): Question => ({ kind: 'place', order }));
    world.after(random.strikes(trouble) ? random.below(2_000) : 0, () =>
      askAll(questions, (answers) => write(one, answers)),
    );
  }

  function learn(one: One, read: Kept, answers: readonly Answered[]): void {
    const news = newsFrom(read, answers, TIMING, world.now);
    if (news.orders.length + news.trades.length > 0) return write(one, answers);
    if (one.row.due_at?.getTime() !== read.row.due_at?.getTime()) return;
    one.row = { ...one.row, ...afterAnswers(read, answers, news, TIMING, world.now) };
  }

  function write(one: One, answers: readonly Answered[]): void {
    const written = decide(() =>
      record.decide(one, { id: one.row.id, answers, timing: TIMING }, circumstances()),
    );
    if (!written) return;
    const changed = new Map(written.orders.map((order) => [order.id, order]));
    one.row = written.change.after;
    one.orders = one.orders.map((order) => changed.get(order.id) ?? order);
    one.trades = [...one.trades, ...written.trades];
  }

  function askAll(questions: readonly Question[], done: (answers: Answered[]) => void): void {
    const answers: Answered[] = [];
    const tell = (answer: Answered): void => {
      answers.push(answer);
      if (answers.length === questions.length && survives()) done(answers);
    };
    for (const { kind, order } of questions) {
      const exchange = exchanges.get(order.venue);
      const askedAt = world.now;
      const deadline = new Date(askedAt.getTime() + TIMING.callTimeoutMs);
      if (kind === 'place') {
        exchange?.place(toRequest(order), order.deadline, (outcome) =>
          tell({ kind, order, askedAt, outcome }),
        );
      } else if (kind === 'find') {
        exchange?.find(order.id, deadline, (outcome) => tell({ kind, order, askedAt, outcome }));
      } else if (kind === 'cancel') {
        exchange?.cancel(order.id, deadline, (outcome) => tell({ kind, order, askedAt, outcome }));
      } else {
        exchange?.trades(order.id, deadline, (outcome) => tell({ kind, order, askedAt, outcome }));
      }
    }
  }

  /** Several workers look for due work and may choose the same. */
  function work(): void {
    for (const one of kept) {
      if (one.row.due_at !== null && one.row.due_at <= world.now && random.strikes(0.7)) turn(one);
    }
    const isIdle = kept.every(({ row }) => row.due_at === null);
    world.after(random.below(isIdle ? 20_000 : 100), work);
  }

  for (let worker = 0; worker < 3; worker++) world.after(random.below(500), work);
  for (const one of kept) {
    if (!random.strikes(0.2)) continue;
    world.after(random.below(6_000), () => {
      const cancelled = decide(() => cancel.decide(one.row, { id: one.row.id }, circumstances()));
      if (cancelled) one.row = cancelled.after;
    });
  }
  world.runUntil(world.nowMs + TROUBLED_MS);
  crashes = 0;
  for (const exchange of exchanges.values()) exchange.trouble = 0;
  for (let rounds = 0; rounds < 20 && kept.some(({ row }) => row.due_at !== null); rounds++) {
    world.runUntil(world.nowMs + 30_000);
  }
  return { kept, exchanges };
}

/** Decides as the command runner does, in one transaction; undefined if refused. */
function decide<Change>(take: () => { readonly change: Change }): Change | undefined {
  try {
    return take().change;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_transition') return undefined;
    throw error;
  }
}

function aWish({ random, now }: World, index: number): ConversionRow {
  const path = [
    ['BTC', 'USDT'],
    ['USDT', 'BTC'],
    ['ETH', 'BTC', 'USDT'],
    ['USDT', 'BTC', 'ETH'],
  ][random.below(4)] ?? ['BTC', 'USDT'];
  const [from = '', to = ''] = [path[0], path.at(-1)];
  const fixed_side = random.strikes(0.5) ? 'from' : 'to';
  const amounts: Record<string, string> = { BTC: '2.5', ETH: '30', USDT: '1500.5' };
  const fixed = amounts[fixed_side === 'from' ? from : to] ?? '1';
  const bound = random.strikes(0.7) ? aBound(random, fixed_side, fixed, from, to) : null;
  return aRow({
    id: `c${index}`,
    status: 'PENDING',
    executor: EXECUTORS[random.below(EXECUTORS.length)] ?? 'MARKET',
    path,
    from_asset: from,
    to_asset: to,
    fixed_side,
    fixed_amount: fixed,
    [fixed_side === 'from' ? 'min_received' : 'max_given']: bound,
    expires_at: random.strikes(0.3) ? new Date(now.getTime() + random.below(8_000)) : null,
    due_at: now,
    created_at: now,
  });
}

const PRICES: Record<string, string> = { 'BTC-USDT': '1000', 'ETH-BTC': '0.05' };

const VALUES: Record<string, string> = { BTC: '1000', ETH: '50', USDT: '1' };

/** Between two percent better and two percent worse than the usual prices. */
function aBound(
  random: World['random'],
  side: 'from' | 'to',
  fixed: string,
  from: string,
  to: string,
): string {
  const [own, other] = side === 'from' ? [from, to] : [to, from];
  return Decimal.parse(fixed)
    .times(Decimal.parse(VALUES[own] ?? '1'))
    .times(percent(98 + random.below(5)))
    .dividedBy(Decimal.parse(VALUES[other] ?? '1'), 8, 'down')
    .trim()
    .toString();
}

const percent = (whole: number): Decimal => Decimal.of(BigInt(whole), 2);

/** Deep books whose prices differ at every look; the exchange decides what is filled. */
function placesOf({ random }: World, from: string, to: string): Place[] {
  const symbol = `${from}-${to}` in PRICES ? `${from}-${to}` : `${to}-${from}`;
  const side = symbol === `${from}-${to}` ? 'sell' : 'buy';
  const away = (price: string): string =>
    Decimal.parse(price)
      .times(percent(98 + random.below(5)))
      .round(3, 'down')
      .toString();
  return VENUES.map((venue) => {
    const price = away(PRICES[symbol] ?? '1');
    const worse = Decimal.parse(price).times(percent(side === 'sell' ? 80 : 125));
    return {
      venue,
      symbol,
      side,
      lotSize: Decimal.parse('0.001'),
      minSize: Decimal.parse('0.01'),
      minNotional: Decimal.ZERO,
      tickSize: Decimal.parse('0.001'),
      takerFee: Decimal.parse('0.001'),
      makerFee: Decimal.parse('0.001'),
      feeIn: FEE_IN[venue] ?? 'counter',
      levels: [
        { price, quantity: '1' },
        { price: worse.round(3, 'down').toString(), quantity: '50' },
      ],
      ownPrice: price,
      trading: 'live',
    };
  });
}
