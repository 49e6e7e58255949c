import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/kernel/index.ts';
import { emptyBook, left, published, remove, rest, takeChange, type Book, type Side } from './book.ts';
import { match } from './match.ts';
import type { Order } from './order.ts';

interface Step {
  readonly side: Side;
  /** Null takes at any price. */
  readonly ticks: number | null;
  readonly lots: number;
  /** Removes the resting order with this index instead. */
  readonly cancel: number | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  ticks: fc.option(fc.integer({ min: 90, max: 110 }), { freq: 6 }),
  lots: fc.integer({ min: 1, max: 50 }),
  cancel: fc.option(fc.nat(20), { freq: 4 }),
});

const price = (ticks: number): Decimal => Decimal.of(BigInt(ticks), 2);
const quantity = (lots: number): Decimal => Decimal.of(BigInt(lots), 3);

function order(number: number, { side, ticks, lots }: Step): Order {
  return {
    id: `O${number}`,
    clientOrderId: '',
    account: 'MAIN',
    symbol: 'A-B',
    side,
    type: ticks === null ? 'market' : 'limit',
    price: ticks === null ? null : price(ticks),
    quantity: quantity(lots),
    holdPerUnit: Decimal.ZERO,
    placedAt: 0,
    filled: quantity(0),
    status: 'open',
  };
}

/** Matches an order and adds its rest to the book; returns the fills in the form of the naive model. */
function enter(book: Book, orders: Map<string, Order>, taker: Order): Fill[] {
  orders.set(taker.id, taker);
  const fills = match(book, orders, taker);
  if (taker.price && !left(taker).isZero) rest(book, taker, taker.price);
  return fills.map(({ maker, price, quantity }) => [maker.id, price.toString(), quantity.toString()]);
}

type Fill = [makerId: string, price: string, quantity: string];

/** A list of resting orders, sorted again for every incoming order. */
class NaiveMarket {
  resting: { id: string; side: Side; ticks: number; lots: number; number: number }[] = [];

  enter(number: number, { side, ticks, lots }: Step): Fill[] {
    const fills: Fill[] = [];
    let missing = lots;
    const makers = this.resting
      .filter((maker) => maker.side !== side)
      .filter((maker) => ticks === null || (side === 'buy' ? maker.ticks <= ticks : maker.ticks >= ticks))
      .sort((a, b) => (side === 'buy' ? a.ticks - b.ticks : b.ticks - a.ticks) || a.number - b.number);
    for (const maker of makers) {
      const traded = Math.min(missing, maker.lots);
      if (traded === 0) break;
      fills.push([maker.id, price(maker.ticks).toString(), quantity(traded).toString()]);
      maker.lots -= traded;
      missing -= traded;
    }
    this.resting = this.resting.filter((maker) => maker.lots > 0);
    if (missing > 0 && ticks !== null)
      this.resting.push({ id: `O${number}`, side, ticks, lots: missing, number });
    return fills;
  }

  levels(side: Side): [string, string][] {
    const sums = new Map<number, number>();
    for (const { side: other, ticks, lots } of this.resting) {
      if (other === side) sums.set(ticks, (sums.get(ticks) ?? 0) + lots);
    }
    return [...sums]
      .sort(([a], [b]) => (side === 'buy' ? b - a : a - b))
      .map(([ticks, lots]) => [price(ticks).toString(), quantity(lots).toString()]);
  }
}

describe('matching', () => {
  it('trades and rests exactly as a naive price-time model does', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 120 }), (steps) => {
        const naive = new NaiveMarket();
        const book = emptyBook();
        const orders = new Map<string, Order>();
        for (const [number, next] of steps.entries()) {
          const expected: unknown[] = [];
          const fills: unknown[] = [];
          const victim = next.cancel === null ? undefined : naive.resting[next.cancel];
          if (victim) {
            naive.resting = naive.resting.filter((maker) => maker !== victim);
            const resting = orders.get(victim.id);
            if (resting?.price) remove(book, resting, resting.price);
          } else {
            expected.push(...naive.enter(number, next));
            fills.push(...enter(book, orders, order(number, next)));
          }
          expect(fills).toEqual(expected);
          expect(published(book.buy)).toEqual(naive.levels('buy'));
          expect(published(book.sell)).toEqual(naive.levels('sell'));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('publishes changes that lead from any book to the next', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
        const book = emptyBook();
        const orders = new Map<string, Order>();
        const replica = { bids: new Map<string, string>(), asks: new Map<string, string>() };
        let last = 0;
        for (const [number, next] of steps.entries()) {
          enter(book, orders, order(number, next));
          const change = takeChange(book);
          if (!change) continue;
          expect(change.first).toBe(last + 1);
          last = change.last;
          expect(last - change.first + 1).toBe(change.bids.length + change.asks.length);
          for (const side of ['bids', 'asks'] as const) {
            for (const [price, quantity] of change[side]) {
              if (quantity === '0') replica[side].delete(price);
              else replica[side].set(price, quantity);
            }
          }
          expect(replica).toEqual(shown(book));
        }
      }),
      { numRuns: 30 },
    );
  });
});

const shown = (book: Book): unknown => ({
  bids: new Map(published(book.buy)),
  asks: new Map(published(book.sell)),
});
