import { array, assert, constantFrom, integer, oneof, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { allocate } from './allocate.ts';
import type { Offers } from './ladder.ts';
import type { Target } from './search.ts';

const dec = (text: string): Decimal => Decimal.parse(text);

interface Outcome {
  readonly give: Decimal;
  readonly get: Decimal;
}

/** What a quantity at one place gives and gets, computed naively; undefined if the book does not offer it. */
function outcomeAt(
  { side, lotSize, minSize, minNotional, takerFee, feeIn, levels }: Offers,
  quantity: Decimal,
): Outcome | undefined {
  if (quantity.isZero) return { give: Decimal.ZERO, get: Decimal.ZERO };
  const isWhole = quantity.dividedBy(lotSize, 0, 'down').times(lotSize).equals(quantity);
  if (!isWhole || quantity.compare(minSize) < 0) return undefined;
  let [left, value, worst] = [quantity, Decimal.ZERO, Decimal.ZERO];
  for (const level of levels) {
    if (!left.isZero) worst = dec(level.price);
    const part = left.compare(dec(level.quantity)) < 0 ? left : dec(level.quantity);
    value = value.plus(part.times(dec(level.price)));
    left = left.minus(part);
  }
  if (!left.isZero || quantity.times(worst).compare(minNotional) < 0) return undefined;
  if (side === 'buy' && feeIn === 'received') {
    return { give: value, get: quantity.minus(quantity.times(takerFee)) };
  }
  const fee = value.times(takerFee);
  return side === 'buy'
    ? { give: value.plus(fee), get: quantity }
    : { give: quantity, get: value.minus(fee) };
}

/** Every split over the places, in lots. */
function* splits(places: readonly Offers[]): Generator<Outcome> {
  const [first, ...others] = places;
  if (!first) {
    yield { give: Decimal.ZERO, get: Decimal.ZERO };
    return;
  }
  const total = first.levels.reduce((sum, { quantity }) => sum.plus(dec(quantity)), Decimal.ZERO);
  for (let lots = 0n; first.lotSize.times(Decimal.of(lots)).compare(total) <= 0; lots++) {
    const own = outcomeAt(first, first.lotSize.times(Decimal.of(lots)));
    if (!own) continue;
    for (const rest of splits(others)) yield { give: own.give.plus(rest.give), get: own.get.plus(rest.get) };
  }
}

/** The best of all splits: `give` gets the most; `get` gives the least or, if the books do not suffice, gets the most. */
function exhaustive(places: readonly Offers[], { kind, amount }: Target): Outcome {
  const all = [...splits(places)];
  const reaching = all.filter(({ give, get }) =>
    kind === 'give' ? give.compare(amount) <= 0 : get.compare(amount) >= 0,
  );
  const pool = reaching.length > 0 ? reaching : all;
  const isBetter = (a: Outcome, b: Outcome): boolean =>
    kind === 'give' || reaching.length === 0 ? a.get.compare(b.get) > 0 : a.give.compare(b.give) < 0;
  return pool.reduce((best, next) => (isBetter(next, best) ? next : best));
}

const anOffer = (side: 'buy' | 'sell') =>
  record({
    lot: constantFrom('1', '1', '2', '3', '0.5'),
    min: constantFrom('0', '0', '1', '2', '4'),
    notional: constantFrom('0', '0', '99.5', '250', '310'),
    fee: constantFrom('0', '0.001', '0.01', '0.05'),
    feeIn: constantFrom('counter' as const, 'received' as const),
    start: integer({ min: 90, max: 110 }),
    levels: array(tuple(constantFrom(1, 2, 3, 4, 25), integer({ min: 1, max: 3 })), {
      minLength: 0,
      maxLength: 3,
    }),
  }).map(({ lot, min, notional, fee, feeIn, start, levels }): Offers => {
    let price = start;
    return {
      side,
      lotSize: dec(lot),
      minSize: dec(min),
      minNotional: dec(notional),
      takerFee: dec(fee),
      feeIn,
      levels: levels.map(([step, quantity]) => {
        price += side === 'buy' ? step : -step;
        return { price: String(price), quantity: String(quantity) };
      }),
    };
  });

const books = oneof(
  array(anOffer('sell'), { minLength: 1, maxLength: 3 }),
  array(anOffer('buy'), { minLength: 1, maxLength: 3 }),
  tuple(anOffer('sell'), anOffer('buy')),
);
const targets = record({
  kind: constantFrom('give', 'get'),
  amount: oneof(
    integer({ min: 1, max: 200 }).map((tenths) => Decimal.of(BigInt(tenths), 1)),
    integer({ min: 1, max: 20_000 }).map((tenths) => Decimal.of(BigInt(tenths), 1)),
  ),
});

/** Compares a plan with the exhaustive search. */
function faultsOf(places: readonly Offers[], target: Target): string[] {
  const takes = allocate(places, target);
  const faults: string[] = [];
  let [give, get] = [Decimal.ZERO, Decimal.ZERO];
  for (const [index, place] of places.entries()) {
    const taken = takes[index];
    if (!taken) continue;
    const real = outcomeAt(place, taken.quantity);
    if (!real || !real.give.equals(taken.give) || !real.get.equals(taken.get))
      faults.push(`place ${index} lies`);
    give = give.plus(taken.give);
    get = get.plus(taken.get);
  }
  const best = exhaustive(places, target);
  if (target.kind === 'give' && give.compare(target.amount) > 0) faults.push('too much is given');
  const isReached = target.kind === 'get' && best.get.compare(target.amount) >= 0;
  if (isReached && get.compare(target.amount) < 0) faults.push('too little is got');
  if (isReached && !give.equals(best.give))
    faults.push(`${give.toString()} is given, not ${best.give.toString()}`);
  if (!isReached && !get.equals(best.get))
    faults.push(`${get.toString()} is got, not ${best.get.toString()}`);
  return faults;
}

const bids = (lot: string, fee: string, ...levels: [string, string][]): Offers => ({
  side: 'sell',
  lotSize: dec(lot),
  minSize: dec(lot),
  minNotional: Decimal.ZERO,
  takerFee: dec(fee),
  feeIn: 'counter',
  levels: levels.map(([price, quantity]) => ({ price, quantity })),
});

const asks = (fee: string, feeIn: Offers['feeIn'], ...prices: readonly string[]): Offers => ({
  ...bids('1', fee, ...prices.map((price): [string, string] => [price, '1'])),
  side: 'buy',
  feeIn,
});

describe('a split over books', () => {
  it('is as good by price with fee as the best of all splits in lots, and does what it says', () => {
    assert(
      property(books, targets, (places, target) => {
        expect(faultsOf(places, target)).toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1_000) },
    );
  });

  it('leaves the better rate where a dearer level uses the rest of the amount', () => {
    const places = [asks('0', 'counter', '91', '95', '96'), asks('0.05', 'received', '91')];
    const takes = allocate(places, { kind: 'give', amount: dec('282') });
    expect(takes.map((taken) => taken?.quantity.toString())).toEqual(['3', undefined]);
  });

  it('goes to the dearer fee where the price makes up for it, to the last digit', () => {
    const places = [bids('0.001', '0.0010', ['100.00', '1']), bids('0.001', '0.0005', ['99.96', '1'])];
    const [first, second] = allocate(places, { kind: 'give', amount: dec('1.5') });
    expect([first?.quantity.toString(), second?.quantity.toString()]).toEqual(['0.5', '1']);
    expect(second?.get.toString()).toBe('99.91002');
    expect(second?.fee.toString()).toBe('0.04998');
  });

  it('leaves a cheap level to reach the minimum of a place that fills more', () => {
    const places = [bids('1', '0', ['100', '5']), { ...bids('1', '0', ['99', '9']), minSize: dec('3') }];
    const takes = allocate(places, { kind: 'give', amount: dec('6') });
    expect(takes.map((taken) => taken?.quantity.toString())).toEqual(['3', '3']);
  });

  it('takes all there is where the books hold less', () => {
    const takes = allocate([bids('1', '0', ['100', '2']), bids('1', '0', ['90', '1'])], {
      kind: 'get',
      amount: dec('1000'),
    });
    expect(takes.map((taken) => [taken?.quantity.toString(), taken?.price.toString()])).toEqual([
      ['2', '100'],
      ['1', '90'],
    ]);
  });

  it('of nothing, or over nothing, is nothing', () => {
    expect(allocate([], { kind: 'give', amount: dec('1') })).toEqual([]);
    expect(allocate([bids('1', '0', ['100', '2'])], { kind: 'give', amount: dec('0.5') })).toEqual([
      undefined,
    ]);
    expect(allocate([bids('1', '0')], { kind: 'get', amount: dec('5') })).toEqual([undefined]);
  });
});
