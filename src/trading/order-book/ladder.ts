import { Decimal } from '../../kernel/index.ts';
import type { Book } from './book.ts';
import { plain } from './plain.ts';
import type { Rank } from './rank.ts';
import type { Level, Side } from './side.ts';

/** One venue's level as the API shows it. */
export interface Entry {
  readonly price: string;
  readonly quantity: string;
  readonly venue: string;
  readonly timestampMs: number;
  readonly priceWithFee: string;
}

/** An entry with its sort key and decimals. Both stay the same objects until the level changes. */
export interface Rung extends Rank {
  readonly price: Decimal;
  readonly priceWithFee: Decimal;
  readonly quantity: Decimal;
  readonly entry: Entry;
}

/** The asset a fee is charged in: always the counter asset, or the asset received. */
export type FeeIn = 'counter' | 'received';

const ONE = Decimal.of(1n);
/** Decimals of a price that needs a division, rounded half to even. */
const QUOTIENT_DECIMALS = 18;

/**
 * One side of one venue's book as entries, best first, with a fee rate that raises asks and lowers bids. Entries are
 * created on first use and kept while their level is unchanged. Published values are shown as published; computed values
 * have no trailing zeros.
 */
export class Ladder {
  readonly name: 'bids' | 'asks';
  readonly side: Side;
  readonly #venue: string;
  readonly #withFee: (price: Decimal) => Decimal;
  readonly #bySlot: (Rung | undefined)[] = [];
  readonly #stampBySlot: number[] = [];
  #rungs: Rung[] = [];
  #revision = -1;
  #depth = 0;

  constructor(venue: string, book: Book, name: 'bids' | 'asks', feeRate: Decimal, feeIn: FeeIn) {
    this.name = name;
    this.side = book[name];
    this.#venue = venue;
    this.#withFee = feeRate.isZero ? (price) => price : chargeOf(name, feeRate, feeIn);
  }

  /** The best `depth` levels. */
  rungs(depth: number): readonly Rung[] {
    if (this.#revision === this.side.revision && this.#depth === depth) return this.#rungs;
    const length = Math.min(depth, this.side.length);
    this.#rungs = [];
    for (let position = 0; position < length; position++) {
      this.#rungs.push(this.rung(this.side.slot(position)));
    }
    this.#revision = this.side.revision;
    this.#depth = depth;
    return this.#rungs;
  }

  rung(slot: number): Rung {
    const stamp = this.side.stamp(slot);
    const known = this.#bySlot[slot];
    if (known && this.#stampBySlot[slot] === stamp) return known;
    const level = this.side.level(slot);
    const rank = { high: this.side.high(slot), low: this.side.low(slot) };
    const rung = this.newRung(rank, level, known?.entry.price === level.price ? known : undefined);
    this.#bySlot[slot] = rung;
    this.#stampBySlot[slot] = stamp;
    return rung;
  }

  /** `samePrice` avoids computing the fee again. */
  newRung({ high, low }: Rank, { price, quantity, timestampMs }: Level, samePrice: Rung | undefined): Rung {
    const exact = samePrice?.price ?? Decimal.parse(price);
    const withFee = samePrice?.priceWithFee ?? this.#withFee(exact);
    const priceWithFee = samePrice?.entry.priceWithFee ?? (withFee === exact ? price : plain(withFee));
    return {
      high,
      low,
      price: exact,
      priceWithFee: withFee,
      quantity: Decimal.parse(quantity),
      entry: { price, quantity, venue: this.#venue, timestampMs, priceWithFee },
    };
  }
}

/** The price of one unit including the fee. A buyer who pays the fee in the asset bought gets less than a unit. */
function chargeOf(name: 'bids' | 'asks', feeRate: Decimal, feeIn: FeeIn): (price: Decimal) => Decimal {
  const rest = ONE.minus(feeRate);
  if (name === 'bids') return (price) => price.times(rest);
  if (feeIn === 'received') return (price) => price.dividedBy(rest, QUOTIENT_DECIMALS, 'half-even');
  const whole = ONE.plus(feeRate);
  return (price) => price.times(whole);
}
