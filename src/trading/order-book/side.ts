import { FeedFault } from './fault.ts';
import { quantitySign, readRank } from './rank.ts';

/** Price and quantity as the venue wrote them. */
export type PricedQuantity = readonly [price: string, quantity: string];

export interface Level {
  readonly price: string;
  readonly quantity: string;
  readonly timestampMs: number;
}

/** Below this many positions, a plain loop is faster than `copyWithin`. */
const SHORT_MOVE = 48;

/**
 * One side of one venue's book, at most `depth` levels.
 *
 * Levels live in columns under a fixed slot number; only the list of slots is kept sorted, best last, because most
 * changes happen near the best price. When a level falls off the far end, prices beyond the worst one kept are no
 * longer known: the side is cut there, and changes beyond the cut are left out until the next snapshot, so that the
 * levels shown never have a hole.
 */
export class Side {
  readonly #name: 'bid' | 'ask';
  readonly #sign: 1 | -1;
  readonly #depth: number;
  /** A permutation of all slots: the first `#length` are in use, sorted; the others are free. */
  readonly #order: Uint16Array;
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #price: string[] = [];
  readonly #quantity: string[] = [];
  readonly #timestampMs: Float64Array;
  readonly #stamp: Float64Array;
  readonly #rank = new Float64Array(2);
  #length = 0;
  #revision = 0;
  #stamps = 0;
  #isCut = false;
  #cutHigh = 0;
  #cutLow = 0;

  constructor(name: 'bid' | 'ask', depth: number) {
    if (!(Number.isInteger(depth) && depth >= 1 && depth < 65_536)) {
      throw new RangeError(`A book keeps 1 to 65535 levels a side, not ${depth}.`);
    }
    this.#name = name;
    this.#sign = name === 'bid' ? 1 : -1;
    this.#depth = depth;
    this.#order = Uint16Array.from({ length: depth }, (_, slot) => slot);
    this.#high = new Float64Array(depth);
    this.#low = new Float64Array(depth);
    this.#timestampMs = new Float64Array(depth);
    this.#stamp = new Float64Array(depth);
  }

  get length(): number {
    return this.#length;
  }

  /** Grows with every batch that may have changed the side. */
  get revision(): number {
    return this.#revision;
  }

  /** Less than half of the depth is left although the venue has more; a fresh snapshot would fill it. */
  get isThin(): boolean {
    return this.#isCut && this.#length * 2 < this.#depth;
  }

  /** The slot of the level at `position`, best first; valid until the next change. */
  slot(position: number): number {
    return this.#order[this.#length - 1 - position] ?? -1;
  }

  high(slot: number): number {
    return this.#high[slot] ?? Number.NaN;
  }

  low(slot: number): number {
    return this.#low[slot] ?? Number.NaN;
  }

  /** Changes whenever the level in this slot does. */
  stamp(slot: number): number {
    return this.#stamp[slot] ?? Number.NaN;
  }

  quantity(slot: number): string {
    return this.#quantity[slot] ?? '';
  }

  timestampMs(slot: number): number {
    return this.#timestampMs[slot] ?? Number.NaN;
  }

  level(slot: number): Level {
    return {
      price: this.#price[slot] ?? '',
      quantity: this.quantity(slot),
      timestampMs: this.timestampMs(slot),
    };
  }

  /** Best first. */
  levels(limit: number = this.#length): Level[] {
    const length = Math.min(limit, this.#length);
    const levels: Level[] = [];
    for (let position = 0; position < length; position++) levels.push(this.level(this.slot(position)));
    return levels;
  }

  clear(): void {
    this.#revision += 1;
    this.#length = 0;
    this.#isCut = false;
  }

  load(levels: readonly PricedQuantity[], timestampMs: number): void {
    this.clear();
    // Venues send the best level first; taking the worst first makes every insertion an append.
    for (let index = levels.length - 1; index >= 0; index--) {
      const [price, quantity] = levels[index] ?? ['', ''];
      if (this.#read(price, quantity)) this.#put(price, quantity, timestampMs, false);
    }
    if (levels.length >= this.#depth && this.#length > 0) this.#cut();
  }

  /** Sets the quantity at each price; zero removes the level. */
  apply(changes: readonly PricedQuantity[], timestampMs: number): void {
    if (changes.length > 0) this.#revision += 1;
    for (const change of changes) {
      const price = change[0];
      const quantity = change[1];
      if (this.#read(price, quantity)) this.#put(price, quantity, timestampMs, true);
      else this.#remove();
    }
  }

  /** Whether the best bid of this side is at or above the best ask of the other. */
  crosses(asks: Side): boolean {
    if (this.#length === 0 || asks.#length === 0) return false;
    const bid = this.slot(0);
    const ask = asks.slot(0);
    const gap = this.high(bid) + asks.high(ask);
    return gap > 0 || (gap === 0 && this.low(bid) + asks.low(ask) >= 0);
  }

  /** Parses the price into `#rank`, and returns whether the quantity is above zero. */
  #read(price: string, quantity: string): boolean {
    if (!readRank(price, this.#sign, this.#rank)) {
      throw this.#fault(`has the malformed price "${price.slice(0, 40)}"`);
    }
    const sign = quantitySign(quantity);
    if (sign === undefined) {
      throw this.#fault(`has the malformed quantity "${quantity.slice(0, 40)}" at ${price}`);
    }
    return sign === 1;
  }

  #put(price: string, quantity: string, timestampMs: number, mayExist: boolean): void {
    const place = this.#search();
    const isFound = this.#isAt(place);
    if (isFound && !mayExist) throw this.#fault(`has the price ${price} twice in a snapshot`);
    const slot = isFound ? (this.#order[place] ?? -1) : this.#insert(place);
    if (slot < 0) return;
    this.#price[slot] = price;
    this.#quantity[slot] = quantity;
    this.#timestampMs[slot] = timestampMs;
    this.#stamp[slot] = ++this.#stamps;
  }

  /** The slot for a new level of the current rank at `place`, or -1 if the price is beyond the kept depth. */
  #insert(place: number): number {
    const isFull = this.#length === this.#depth;
    if (place === 0 && (isFull || this.#isBeyondCut())) {
      if (isFull) this.#cut();
      return -1;
    }
    const order = this.#order;
    const slot = order[isFull ? 0 : this.#length] ?? -1;
    if (isFull) {
      move(order, 1, place, -1);
      order[place - 1] = slot;
    } else {
      move(order, place, this.#length, 1);
      order[place] = slot;
      this.#length += 1;
    }
    this.#high[slot] = this.#rank[0] ?? Number.NaN;
    this.#low[slot] = this.#rank[1] ?? Number.NaN;
    if (isFull) this.#cut();
    this.#assertSorted(isFull ? place - 1 : place);
    return slot;
  }

  #remove(): void {
    const place = this.#search();
    if (!this.#isAt(place)) return;
    const order = this.#order;
    const slot = order[place] ?? -1;
    move(order, place + 1, this.#length, -1);
    this.#length -= 1;
    order[this.#length] = slot;
  }

  /** The first place whose rank is not below the current one. */
  #search(): number {
    const order = this.#order;
    const high = this.#rank[0] ?? Number.NaN;
    const low = this.#rank[1] ?? Number.NaN;
    let from = 0;
    let to = this.#length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const slot = order[middle] ?? -1;
      const difference = this.high(slot) - high;
      if (difference < 0 || (difference === 0 && this.low(slot) < low)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #isAt(place: number): boolean {
    if (place >= this.#length) return false;
    const slot = this.#order[place] ?? -1;
    return this.high(slot) === this.#rank[0] && this.low(slot) === this.#rank[1];
  }

  #cut(): void {
    const worst = this.#order[0] ?? -1;
    this.#isCut = true;
    this.#cutHigh = this.high(worst);
    this.#cutLow = this.low(worst);
  }

  #isBeyondCut(): boolean {
    if (!this.#isCut) return false;
    const difference = (this.#rank[0] ?? Number.NaN) - this.#cutHigh;
    return difference < 0 || (difference === 0 && (this.#rank[1] ?? Number.NaN) < this.#cutLow);
  }

  /** All other neighbours were checked when they became neighbours, so checking the touched ones suffices. */
  #assertSorted(place: number): void {
    const isSorted =
      (place === 0 || this.#isBelow(place - 1, place)) &&
      (place === this.#length - 1 || this.#isBelow(place, place + 1));
    if (!isSorted) throw this.#fault('is out of order');
  }

  #isBelow(place: number, next: number): boolean {
    const left = this.#order[place] ?? -1;
    const right = this.#order[next] ?? -1;
    const difference = this.high(left) - this.high(right);
    return difference < 0 || (difference === 0 && this.low(left) < this.low(right));
  }

  #fault(what: string): FeedFault {
    return new FeedFault('integrity', `The ${this.#name} side ${what}.`);
  }
}

/** Moves the places from `from` up to but not including `to` by one. */
function move(order: Uint16Array, from: number, to: number, by: 1 | -1): void {
  if (to - from > SHORT_MOVE) order.copyWithin(from + by, from, to);
  else if (by === 1) for (let place = to; place > from; place--) order[place] = order[place - 1] ?? -1;
  else for (let place = from; place < to; place++) order[place - 1] = order[place] ?? -1;
}
