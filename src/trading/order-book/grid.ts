import { Decimal } from '../../kernel/index.ts';
import type { Ladder, Rung } from './ladder.ts';
import { plain } from './plain.ts';
import { MAX_DECIMALS, rankOfUnits, unitsOf, type Rank } from './rank.ts';
import type { Side } from './side.ts';

/**
 * The levels of one venue at one price of the grid. A new or changed level has a newer stamp and a removed one lowers the
 * count, so buckets with the same three numbers have the same levels.
 */
interface Bucket {
  readonly firstStamp: number;
  readonly newestStamp: number;
  readonly count: number;
  readonly rung: Rung;
}

/** A ladder on a coarser grid: bids rounded down, asks up, quantities summed. Unchanged buckets are reused. */
export class Grid {
  readonly #ladder: Ladder;
  readonly #quantityBySlot: (Decimal | undefined)[] = [];
  readonly #stampBySlot: number[] = [];
  #tick: Decimal | undefined;
  #buckets: Bucket[] = [];
  #rungs: Rung[] = [];
  #revision = -1;
  #depth = 0;

  constructor(ladder: Ladder) {
    this.#ladder = ladder;
  }

  /** The best `depth` prices on the grid of `tick`. */
  rungs(depth: number, tick: Decimal): readonly Rung[] {
    const { revision } = this.#ladder.side;
    const isSameTick = this.#tick?.equals(tick) ?? false;
    if (isSameTick && this.#revision === revision && this.#depth === depth) return this.#rungs;
    this.#buckets = this.#fill(depth, tick, isSameTick ? this.#buckets : []);
    this.#rungs = this.#buckets.map(({ rung }) => rung);
    this.#tick = tick;
    this.#revision = revision;
    this.#depth = depth;
    return this.#rungs;
  }

  #fill(depth: number, tick: Decimal, former: readonly Bucket[]): Bucket[] {
    const { side } = this.#ladder;
    const buckets: Bucket[] = [];
    let formerIndex = 0;
    let position = 0;
    while (position < side.length && buckets.length < depth) {
      const first = position;
      let slot = side.slot(position);
      let known = former[formerIndex];
      while (known && isBeyond(side, slot, known.rung)) known = former[++formerIndex];
      const firstStamp = side.stamp(slot);
      const isKnown = known?.firstStamp === firstStamp;
      const rank = known && isKnown ? known.rung : this.#rankOnGrid(side.high(slot), side.low(slot), tick);

      let newestStamp = firstStamp;
      do {
        const stamp = side.stamp(slot);
        if (stamp > newestStamp) newestStamp = stamp;
        position += 1;
        slot = side.slot(position);
      } while (position < side.length && !isBeyond(side, slot, rank));
      const count = position - first;
      buckets.push(
        known && isKnown && known.newestStamp === newestStamp && known.count === count
          ? known
          : { firstStamp, newestStamp, count, rung: this.#sum(rank, first, count, known?.rung) },
      );
    }
    return buckets;
  }

  #rankOnGrid(high: number, low: number, tick: Decimal): Rank {
    const units = unitsOf(high, low);
    // No price is finer than the last decimal, so a finer tick has no effect.
    const tickUnits = tick.round(MAX_DECIMALS, 'up').coefficient;
    const over = units % tickUnits;
    if (this.#ladder.name === 'bids') return rankOfUnits(units - over, 1);
    return rankOfUnits(over === 0n ? units : units - over + tickUnits, -1);
  }

  #sum(rank: Rank, first: number, count: number, former: Rung | undefined): Rung {
    const { side } = this.#ladder;
    let quantity = Decimal.ZERO;
    let timestampMs = 0;
    for (let position = first; position < first + count; position++) {
      const slot = side.slot(position);
      quantity = quantity.plus(this.#quantityOf(slot));
      timestampMs = Math.max(timestampMs, side.timestampMs(slot));
    }
    const samePrice = former?.high === rank.high && former.low === rank.low ? former : undefined;
    const price = samePrice?.entry.price ?? plain(Decimal.of(unitsOf(rank.high, rank.low), MAX_DECIMALS));
    return this.#ladder.newRung(rank, { price, quantity: plain(quantity), timestampMs }, samePrice);
  }

  #quantityOf(slot: number): Decimal {
    const { side } = this.#ladder;
    const stamp = side.stamp(slot);
    const known = this.#quantityBySlot[slot];
    if (known && this.#stampBySlot[slot] === stamp) return known;
    const quantity = Decimal.parse(side.quantity(slot));
    this.#quantityBySlot[slot] = quantity;
    this.#stampBySlot[slot] = stamp;
    return quantity;
  }
}

/** Whether a level's price is worse than a price of the grid, so that it does not round to it. */
function isBeyond(side: Side, slot: number, rank: Rank): boolean {
  const high = side.high(slot);
  return high < rank.high || (high === rank.high && side.low(slot) < rank.low);
}
