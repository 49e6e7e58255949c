import type { Decimal } from '../../src/kernel/index.ts';
import { crosses, left, opposite, touch, type Book } from './book.ts';
import type { Order } from './order.ts';

export interface Fill {
  readonly maker: Order;
  readonly taker: Order;
  /** The maker's. */
  readonly price: Decimal;
  readonly quantity: Decimal;
}

/** Trades an incoming order against the book: best price first, and at one price the oldest order first. */
export function match(book: Book, orders: ReadonlyMap<string, Order>, taker: Order): Fill[] {
  const levels = book[opposite(taker.side)];
  const fills: Fill[] = [];
  for (
    let level = levels[0];
    level && !left(taker).isZero && crosses(taker.side, taker.price, level.price);
    level = levels[0]
  ) {
    const maker = orders.get(level.orderIds[0] ?? '');
    if (!maker) throw new Error('A level without orders was left in the book.');
    const quantity = smaller(left(taker), left(maker));
    for (const order of [maker, taker]) order.filled = order.filled.plus(quantity);
    level.quantity = level.quantity.minus(quantity);
    if (left(maker).isZero) level.orderIds.shift();
    if (level.orderIds.length === 0) levels.shift();
    touch(book, maker.side, level.price);
    fills.push({ maker, taker, price: level.price, quantity });
  }
  return fills;
}

/** What a market order of this size would pay or get now, and how much of it would be filled. */
export function valueOfSweep(book: Book, side: Order['side'], quantity: Decimal): Decimal {
  let missing = quantity;
  let value = quantity.minus(quantity);
  for (const level of book[opposite(side)]) {
    if (missing.isZero) break;
    const taken = smaller(missing, level.quantity);
    value = value.plus(level.price.times(taken));
    missing = missing.minus(taken);
  }
  return value;
}

const smaller = (a: Decimal, b: Decimal): Decimal => (a.compare(b) <= 0 ? a : b);
