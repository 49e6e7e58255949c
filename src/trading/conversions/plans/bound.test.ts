import { array, assert, boolean, constantFrom, integer, property, record, type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, type Actor } from '../../../kernel/index.ts';
import { perUnit } from './charge.ts';
import { movedIn, stepping, TIMING, type Kept } from '../execution/index.ts';
import type { Place } from './places.ts';
import { EXECUTORS, hasEnded, type Executor } from '../status.ts';
import type { OrderRow, TradeRow } from '../store.ts';
import { boundFaults } from '../testing/bound-faults.ts';
import { aRow } from '../testing/plant.ts';
import { effort } from '../../../testing/effort.ts';

const RUNS = effort(40, 150);
const dec = (text: string): Decimal => Decimal.parse(text);
const ACTOR: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };

/** How much of an order is filled, and what the venue does that it must not do. */
interface Fill {
  readonly percent: number;
  /** Charged beyond the announced fee, and traded beyond the limit, in basis points. */
  readonly extraFee: number;
  readonly extraPrice: number;
}

interface Round {
  readonly venues: readonly {
    readonly start: number;
    readonly steps: readonly number[];
    readonly sizes: readonly number[];
    readonly fee: string;
    readonly feeIn: Place['feeIn'];
  }[];
  readonly fills: readonly Fill[];
}

const rounds = (fill: Arbitrary<Fill>): Arbitrary<Round[]> =>
  array(
    record({
      venues: array(
        record({
          start: integer({ min: 80, max: 120 }),
          steps: array(constantFrom(1, 2, 5, 30), { minLength: 2, maxLength: 3 }),
          sizes: array(integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
          fee: constantFrom('0', '0.001', '0.01'),
          feeIn: constantFrom('counter', 'received'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      fills: array(fill, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  );

const honest = record({
  percent: constantFrom(0, 10, 50, 100),
  extraFee: constantFrom(0),
  extraPrice: constantFrom(0),
});
const lying = record({
  percent: constantFrom(0, 30, 100),
  extraFee: constantFrom(0, 0, 5, 100),
  extraPrice: constantFrom(0, 0, 20, 300),
});
const wishes = record({
  executor: constantFrom(...EXECUTORS),
  isSale: boolean(),
  isFixedFrom: boolean(),
  /** What all of it must bring at least, compared with a price of 100. */
  percent: integer({ min: 85, max: 105 }),
});

type Wish = typeof wishes extends Arbitrary<infer T> ? T : never;

const PATHS = { sale: ['AAA', 'USD'], purchase: ['USD', 'AAA'] };

function placesOf({ venues }: Round, from: string): Place[] {
  const side = from === 'USD' ? 'buy' : 'sell';
  const away = side === 'buy' ? 1 : -1;
  return venues.map(({ start, steps, sizes, fee, feeIn }, index) => {
    let price = start;
    return {
      venue: `venue-${index}`,
      symbol: `${side === 'buy' ? 'AAA' : from}-USD`,
      side,
      lotSize: dec('0.1'),
      minSize: dec('0.1'),
      minNotional: dec('5'),
      tickSize: dec('0.5'),
      takerFee: dec(fee),
      makerFee: dec(fee),
      feeIn,
      levels: sizes.slice(0, steps.length).map((size, level) => {
        price += away * (steps[level] ?? 1);
        return { price: String(Math.max(price, 1)), quantity: String(size) };
      }),
      ownPrice: String(start),
      trading: 'live',
    };
  });
}

/** Trades round after round, each with new books, until it ends or the rounds are over. */
function play(kept: Kept, all: readonly Round[], after: (kept: Kept, lies: Decimal) => void): Kept {
  let [current, nowMs, ids, lies] = [kept, kept.row.created_at.getTime(), 0, Decimal.ZERO];
  for (let turn = 0; turn < 60 && !hasEnded(current.row.status); turn++) {
    const round = all[Math.min(turn, all.length - 1)] as Round;
    const { path } = current.row;
    const places = path.slice(1).map((_to, leg) => placesOf(round, path[leg] ?? ''));
    nowMs = Math.max(nowMs, current.row.due_at?.getTime() ?? 0);
    const now = new Date(nowMs);
    const circumstances = { actor: ACTOR, now, id: 'id', newId: () => `o${++ids}` };
    const { change } = stepping(places, TIMING).decide(current, { id: current.row.id }, circumstances);
    const filled = change.orders.map((order, index) => {
      const place = places[order.leg]?.find(({ venue }) => venue === order.venue) as Place;
      return fill(order, place, round.fills[index % round.fills.length] as Fill);
    });
    const [most, least] = [mostOf(current), leastOf(current)];
    lies = filled.reduce((sum, { lie }) => sum.plus(lie(most, least)), lies);
    current = {
      row: { ...change.change.after, ...(filled.length > 0 && { due_at: now }) },
      orders: [...current.orders, ...filled.map(({ order }) => order)],
      trades: [...current.trades, ...filled.flatMap(({ trades }) => trades)],
    };
    after(current, lies);
  }
  return current;
}

const mostOf = ({ row }: Kept): Decimal => dec(row.max_given ?? row.fixed_amount);
const leastOf = ({ row }: Kept): Decimal => dec(row.min_received ?? row.fixed_amount);

/** What it traded at its limit, and how much worse for us than the limit and the announced fee that was. */
function fill(order: OrderRow, place: Place, { percent, extraFee, extraPrice }: Fill) {
  const lots = dec(order.quantity).dividedBy(dec('0.1'), 0, 'down').coefficient;
  const quantity = Decimal.of((lots * BigInt(percent)) / 100n, 1);
  const isWhole = quantity.equals(dec(order.quantity));
  const ended: OrderRow = {
    ...order,
    status: isWhole ? 'FILLED' : 'CANCELLED',
    filled: quantity.toString(),
  };
  if (quantity.isZero) return { order: ended, trades: [], lie: () => Decimal.ZERO };
  const bps = (extra: number): Decimal =>
    Decimal.of(BigInt(10_000 + (order.side === 'buy' ? extra : -extra)), 4);
  const price = dec(order.price).times(bps(extraPrice));
  const rate = place.takerFee.plus(Decimal.of(BigInt(extraFee), 4));
  const promised = perUnit(place, dec(order.price), place.takerFee);
  const real = perUnit(place, price, rate);
  const isPaidInBase = order.side === 'buy' && place.feeIn === 'received';
  const trade: TradeRow = {
    order_id: order.id,
    venue_trade_id: 't',
    price: price.toString(),
    quantity: quantity.toString(),
    fee: (isPaidInBase ? quantity : quantity.times(price)).times(rate).toString(),
    fee_asset: isPaidInBase ? 'AAA' : 'USD',
    liquidity: 'taker',
    traded_at: order.created_at,
  };
  const lie = (most: Decimal, least: Decimal): Decimal =>
    quantity
      .times(promised.get.minus(real.get).times(most).plus(real.give.minus(promised.give).times(least)))
      .trim();
  return { order: ended, trades: [trade], lie };
}

function begin({ executor, isSale, isFixedFrom, percent }: Wish): Kept {
  const path = isSale ? PATHS.sale : PATHS.purchase;
  const [base, counter] = ['12.3', '1230'];
  const [given, got] = isSale ? [base, counter] : [counter, base];
  const share = Decimal.of(BigInt(percent), 2);
  const at = new Date('2026-03-01T12:00:00.000Z');
  return {
    row: aRow({
      status: 'PENDING',
      executor,
      path,
      from_asset: path[0] ?? '',
      to_asset: path[1] ?? '',
      fixed_side: isFixedFrom ? 'from' : 'to',
      fixed_amount: isFixedFrom ? given : got,
      min_received: isFixedFrom ? dec(got).times(share).toString() : null,
      max_given: isFixedFrom ? null : dec(given).dividedBy(share, 18, 'down').toString(),
      expires_at: new Date(at.getTime() + 3_600_000),
      due_at: at,
      created_at: at,
    }),
    orders: [],
    trades: [],
  };
}

describe('whatever the books do between rounds', () => {
  it('what is given and got keeps the bound after every fill, with every executor', () => {
    const met = new Map<Executor, Set<string>>();
    assert(
      property(wishes, rounds(honest), (wish, all) => {
        const ended = play(begin(wish), all, (kept) => expect(boundFaults(kept)).toEqual([]));
        const reasons = met.get(wish.executor) ?? new Set();
        met.set(wish.executor, reasons.add(ended.trades.length > 0 ? 'traded' : 'untraded'));
      }),
      { numRuns: RUNS },
    );
    expect(new Set(met.keys())).toEqual(new Set(EXECUTORS));
    for (const seen of met.values()) expect(seen).toContain('traded');
  });

  it('a venue that trades beyond the limit or charges more than it announced costs no more than its lies', () => {
    assert(
      property(wishes, rounds(lying), (wish, all) => {
        play(begin(wish), all, (kept, lies) => {
          const { given, got } = movedIn(kept, 0);
          const surplus = got.times(mostOf(kept)).minus(leastOf(kept).times(given));
          expect(surplus.plus(lies).sign).not.toBe(-1);
        });
      }),
      { numRuns: RUNS },
    );
  });
});

const calm = (levels: readonly (readonly [price: number, size: number])[]): Round => ({
  venues: [
    {
      start: levels[0]?.[0] ?? 0,
      steps: levels.map(([price], index) => (levels[index - 1]?.[0] ?? price) - price),
      sizes: levels.map(([, size]) => size),
      fee: '0',
      feeIn: 'counter',
    },
  ],
  fills: [{ percent: 100, extraFee: 0, extraPrice: 0 }],
});

const sale = (executor: Executor, percent: number): Kept =>
  begin({ executor, isSale: true, isFixedFrom: true, percent });

/** The same book round after round, without the levels that were taken. */
const takenFrom = (levels: Parameters<typeof calm>[0]): Round[] =>
  levels.map((_, first) => calm(levels.slice(first)));

describe('a book', () => {
  it('that is thin is not walked to its end, and the conversion says why', () => {
    const thin = takenFrom([
      [100, 5],
      [60, 5],
    ]);
    const { row } = play(sale('MARKET', 99), thin, () => {});
    expect(row).toMatchObject({ status: 'COMPLETED', from_amount: '5', to_amount: '500' });
    expect(row.failure_message).toBe('No offer is within the bound of at least 1217.70 USD for 12.3 AAA.');
  });

  it('that offers nothing within the bound gets no order', () => {
    const { row, orders } = play(sale('MARKET', 101), [calm([[100, 30]])], () => {});
    expect(row).toMatchObject({ status: 'FAILED' });
    expect(row.failure_message).toMatch(/^No offer is within the bound/);
    expect(orders).toEqual([]);
  });

  it('whose better levels pay for its worse ones is traded to the last unit that the bound permits', () => {
    // 5 at 110, 5 at 100 and 2.3 at 87 bring 1250.1.
    const book = takenFrom([
      [110, 5],
      [100, 5],
      [87, 30],
    ]);
    const kept = sale('MARKET', 100);
    const least = (min_received: string): Kept => ({ ...kept, row: { ...kept.row, min_received } });
    const exact = play(least('1250.1'), book, () => {});
    expect(exact.row).toMatchObject({ status: 'COMPLETED', from_amount: '12.3', failure_message: null });
    const above = play(least('1250.2'), book, () => {});
    expect(above.row).toMatchObject({ status: 'COMPLETED', from_amount: '10' });
  });
});
