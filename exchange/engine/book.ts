import { Decimal } from '../../src/kernel/index.ts';
import type { Order } from './order.ts';

export type Side = 'buy' | 'sell';

/** Both sides best price first; within a level the oldest order first. */
export interface Book {
  readonly buy: Level[];
  readonly sell: Level[];
  /** Counts every change of a level since the market opened. */
  sequence: number;
  /** Levels changed since the last `takeChange`. */
  readonly touched: Map<string, Touch>;
}

export interface Level {
  readonly price: Decimal;
  quantity: Decimal;
  readonly orderIds: string[];
}

interface Touch {
  readonly side: Side;
  readonly price: Decimal;
}

/** A level as it is published. */
export type PublishedLevel = [price: string, quantity: string];

export interface BookChange {
  readonly first: number;
  readonly last: number;
  readonly bids: PublishedLevel[];
  readonly asks: PublishedLevel[];
}

export const emptyBook = (): Book => ({ buy: [], sell: [], sequence: 0, touched: new Map() });

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Whether an order of this side and limit would trade with a resting order at `price`. */
export function crosses(side: Side, limit: Decimal | null, price: Decimal): boolean {
  if (limit === null) return true;
  return side === 'buy' ? price.compare(limit) <= 0 : price.compare(limit) >= 0;
}

export const left = (order: Order): Decimal => order.quantity.minus(order.filled);

/** Adds the rest of a priced order to the end of its level. */
export function rest(book: Book, order: Order, price: Decimal): void {
  const levels = book[order.side];
  const index = position(levels, order.side, price);
  let level = levels[index];
  if (!level?.price.equals(price)) {
    level = { price, quantity: Decimal.ZERO, orderIds: [] };
    levels.splice(index, 0, level);
  }
  level.orderIds.push(order.id);
  level.quantity = level.quantity.plus(left(order));
  touch(book, order.side, price);
}

/** Removes a resting order. */
export function remove(book: Book, order: Order, price: Decimal): void {
  const levels = book[order.side];
  const index = position(levels, order.side, price);
  const level = levels[index];
  const at = level?.orderIds.indexOf(order.id) ?? -1;
  if (!level || at < 0) throw new Error(`Order ${order.id} does not rest in the book.`);
  level.orderIds.splice(at, 1);
  level.quantity = level.quantity.minus(left(order));
  if (level.orderIds.length === 0) levels.splice(index, 1);
  touch(book, order.side, price);
}

/** The index of the level with this price, or where to insert it. */
function position(levels: readonly Level[], side: Side, price: Decimal): number {
  const behind = side === 'buy' ? 1 : -1;
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level && level.price.compare(price) === behind) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function touch(book: Book, side: Side, price: Decimal): void {
  book.touched.set(`${side} ${price.toString()}`, { side, price });
}

/** The changes since the last call, with one sequence number per level. */
export function takeChange(book: Book): BookChange | undefined {
  if (book.touched.size === 0) return undefined;
  const bids: PublishedLevel[] = [];
  const asks: PublishedLevel[] = [];
  for (const { side, price } of book.touched.values()) {
    const level = book[side][position(book[side], side, price)];
    const quantity = level?.price.equals(price) ? level.quantity.toString() : '0';
    (side === 'buy' ? bids : asks).push([price.toString(), quantity]);
  }
  const first = book.sequence + 1;
  book.sequence += book.touched.size;
  book.touched.clear();
  return { first, last: book.sequence, bids, asks };
}

export const published = (levels: readonly Level[]): PublishedLevel[] =>
  levels.map(({ price, quantity }) => [price.toString(), quantity.toString()]);
