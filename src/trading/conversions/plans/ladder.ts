import { Decimal } from '../../../kernel/index.ts';
import type { FeeIn, Side } from '../../venues/index.ts';

/** One side of one venue's book, from the asset sold to the asset bought. */
export interface Offers {
  readonly side: Side;
  readonly lotSize: Decimal;
  readonly minSize: Decimal;
  /** The smallest quantity times limit price; zero without one. */
  readonly minNotional: Decimal;
  readonly takerFee: Decimal;
  readonly feeIn: FeeIn;
  /** Best first. */
  readonly levels: readonly { readonly price: string; readonly quantity: string }[];
}

/** What to take at one place: a quantity of the base asset, and the worst price of the levels it reaches. */
export interface Taken {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly give: Decimal;
  readonly get: Decimal;
  /** In the asset the venue charges. */
  readonly fee: Decimal;
}

/** The scales that represent all values exactly. Smaller scales make faster arithmetic. */
interface Scales {
  readonly quantity: number;
  readonly price: number;
  readonly fee: number;
}

export function scalesOf(places: readonly Offers[]): Scales {
  let [quantity, price, fee] = [0, 0, 0];
  for (const { lotSize, minSize, takerFee, levels } of places) {
    fee = Math.max(fee, takerFee.scale);
    quantity = Math.max(quantity, lotSize.scale, minSize.scale);
    for (const level of levels) {
      quantity = Math.max(quantity, decimalsOf(level.quantity));
      price = Math.max(price, decimalsOf(level.price));
    }
  }
  return { quantity, price, fee };
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** Whole numbers in units of the scales. */
export interface Slice {
  readonly quantity: bigint;
  readonly price: bigint;
  /** For one unit of quantity, fee included. */
  readonly give: bigint;
  readonly get: bigint;
  /** Get divided by give, precise enough to order most slices. */
  readonly rate: number;
}

/** The levels of one place in whole numbers, computed on first use. */
export class Ladder {
  readonly side: Side;
  readonly lot: bigint;
  readonly #min: bigint;
  readonly #minNotional: bigint;
  /** What a lot gets in a purchase or gives in a sale, independent of the price. */
  readonly perLot: bigint;
  readonly #offers: Offers;
  readonly #scales: Scales;
  /** What one unit of quantity gets in a purchase or gives in a sale. */
  readonly #perUnit: bigint;
  /** The factor of the price for the other asset. */
  readonly #factor: bigint;
  readonly #slices: Slice[] = [];
  /** The quantity of the levels up to each, as far as they were asked for. */
  readonly #ends: bigint[] = [];

  constructor(offers: Offers, scales: Scales) {
    this.#offers = offers;
    this.#scales = scales;
    this.side = offers.side;
    this.lot = whole(offers.lotSize, scales.quantity);
    this.#min = roundUp(whole(offers.minSize, scales.quantity), this.lot);
    this.#minNotional = offers.minNotional.round(scales.quantity + scales.price, 'up').coefficient;
    const fee = whole(offers.takerFee, scales.fee);
    const one = 10n ** BigInt(scales.fee);
    const isPaidInBase = offers.side === 'buy' && offers.feeIn === 'received';
    this.#factor = isPaidInBase ? one : offers.side === 'buy' ? one + fee : one - fee;
    this.#perUnit = 10n ** BigInt(scales.price) * (isPaidInBase ? one - fee : one);
    this.perLot = this.lot * this.#perUnit;
  }

  slice(index: number): Slice | undefined {
    const known = this.#slices[index];
    if (known) return known;
    const level = this.#offers.levels[index];
    if (!level) return undefined;
    const quantity = whole(Decimal.parse(level.quantity), this.#scales.quantity);
    const price = whole(Decimal.parse(level.price), this.#scales.price);
    const value = price * this.#factor;
    const isBuy = this.side === 'buy';
    const [give, get] = isBuy ? [value, this.#perUnit] : [this.#perUnit, value];
    const rate = Number(get) / Number(give);
    const slice = { quantity, price, give, get, rate };
    this.#slices[index] = slice;
    return slice;
  }

  /** The largest quantity up to this one that the venue takes; 0 if there is none. */
  atMost(quantity: bigint): bigint {
    for (let found = roundDown(quantity, this.lot); found > 0n && found >= this.#min;) {
      const { price, before } = this.#reachedBy(found);
      if (found * price >= this.#minNotional) return found;
      found = roundDown(before, this.lot);
    }
    return 0n;
  }

  /** The smallest quantity from this one on that the venue takes; the levels may hold less. */
  atLeast(quantity: bigint): bigint {
    for (let found = roundUp(larger(quantity, this.#min), this.lot); ;) {
      const { price, end } = this.#reachedBy(found);
      if (end === undefined || found * price >= this.#minNotional) return found;
      const wanted = roundUp((this.#minNotional + price - 1n) / price, this.lot);
      if (wanted <= end) return wanted;
      found = roundUp(end + 1n, this.lot);
    }
  }

  /** The worst price that a quantity reaches, and which quantities reach it: above `before`, up to `end`. */
  #reachedBy(quantity: bigint): { price: bigint; before: bigint; end: bigint | undefined } {
    if (this.#minNotional === 0n) return { price: 0n, before: 0n, end: quantity };
    let [index, beyond] = [0, this.#ends.length];
    while (index < beyond) {
      const middle = (index + beyond) >> 1;
      if ((this.#ends[middle] ?? 0n) < quantity) index = middle + 1;
      else beyond = middle;
    }
    for (; ; index++) {
      const before = this.#ends[index - 1] ?? 0n;
      const slice = this.slice(index);
      if (!slice) return { price: 0n, before, end: undefined };
      const end = before + slice.quantity;
      this.#ends[index] = end;
      if (quantity <= end) return { price: slice.price, before, end };
    }
  }

  taken(quantity: bigint): Taken | undefined {
    if (quantity === 0n) return undefined;
    let left = quantity;
    let value = 0n;
    let index = 0;
    for (; left > 0n; index++) {
      const slice = this.slice(index);
      if (!slice) throw new Error('The quantity exceeds the levels.');
      const part = smaller(left, slice.quantity);
      value += part * slice.price;
      left -= part;
    }
    const exact = Decimal.of(quantity, this.#scales.quantity).trim();
    const paid = Decimal.of(value, this.#scales.quantity + this.#scales.price);
    const price = Decimal.parse(this.#offers.levels[index - 1]?.price ?? '');
    const { feeIn, takerFee } = this.#offers;
    const isPaidInBase = this.side === 'buy' && feeIn === 'received';
    const fee = (isPaidInBase ? exact : paid).times(takerFee).trim();
    if (this.side === 'sell')
      return { quantity: exact, price, give: exact, get: paid.minus(fee).trim(), fee };
    return isPaidInBase
      ? { quantity: exact, price, give: paid.trim(), get: exact.minus(fee).trim(), fee }
      : { quantity: exact, price, give: paid.plus(fee).trim(), get: exact, fee };
  }
}

/** `scale` must not be below the scale of the decimal. */
const whole = (decimal: Decimal, scale: number): bigint =>
  decimal.scale === scale ? decimal.coefficient : decimal.round(scale, 'down').coefficient;

export const roundUp = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step;
export const roundDown = (value: bigint, step: bigint): bigint => value - (value % step);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
