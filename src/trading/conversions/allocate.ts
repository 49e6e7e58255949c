import { Decimal } from '../../kernel/index.ts';
import type { Side } from '../venues/index.ts';

/** One side of one venue's book that leads from the asset given to the asset wanted. */
export interface Offers {
  readonly side: Side;
  readonly lotSize: Decimal;
  readonly minSize: Decimal;
  readonly takerFee: Decimal;
  /** Best first. */
  readonly levels: readonly { readonly price: string; readonly quantity: string }[];
}

/** `give`: as much as can be got for at most this. `get`: at least this, for as little as possible. */
export interface Target {
  readonly kind: 'give' | 'get';
  readonly amount: Decimal;
}

/** What is taken at one place: a quantity of the base asset, and the worst price of the levels it reaches. */
export interface Taken {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly give: Decimal;
  readonly get: Decimal;
  readonly fee: Decimal;
}

/** Nodes of the search; where more would be needed, the best split found so far is taken. */
const MAX_NODES = 500;
const SNAPSHOT_EVERY = 16;

/**
 * The best split of a target over places, by price with fee: the cheapest levels first, then, because quantities are
 * whole lots and not below the minimum, a search among the neighbouring splits (branch and bound over the relaxation
 * that knows neither lots nor minima). Undefined at a place where nothing is taken. Where the books cannot bring a
 * `get`, it is all they can.
 */
export function allocate(places: readonly Offers[], target: Target): (Taken | undefined)[] {
  const scales = scalesOf(places);
  const ladders = places.map((place) => new Ladder(place, scales));
  const scale = scales.quantity + scales.price + scales.fee;
  const amount = target.amount.round(scale, target.kind === 'give' ? 'down' : 'up').coefficient;
  const quantities =
    new Search(ladders, target.kind, amount).solve() ??
    new Search(ladders, 'give', 10n ** BigInt(Decimal.MAX_DIGITS)).solve();
  return ladders.map((ladder, index) => ladder.taken(quantities?.[index] ?? 0n));
}

/** Decimals that hold everything exactly; the fewer they are, the faster the arithmetic. */
interface Scales {
  readonly quantity: number;
  readonly price: number;
  readonly fee: number;
}

function scalesOf(places: readonly Offers[]): Scales {
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

/** All in whole numbers of the scales. */
interface Slice {
  readonly quantity: bigint;
  readonly price: bigint;
  /** For one unit of quantity, fee included. */
  readonly give: bigint;
  readonly get: bigint;
  /** Get by give, near enough to tell most slices apart. */
  readonly rate: number;
}

/** The levels of one place in whole numbers, made when they are first asked for. */
class Ladder {
  readonly side: Side;
  readonly lot: bigint;
  readonly min: bigint;
  /** The whole number that stands for one. */
  readonly one: bigint;
  readonly #offers: Offers;
  readonly #scales: Scales;
  readonly #factor: bigint;
  readonly #slices: Slice[] = [];

  constructor(offers: Offers, scales: Scales) {
    this.#offers = offers;
    this.#scales = scales;
    this.side = offers.side;
    this.one = 10n ** BigInt(scales.price + scales.fee);
    this.lot = whole(offers.lotSize, scales.quantity);
    this.min = roundUp(whole(offers.minSize, scales.quantity), this.lot);
    const fee = whole(offers.takerFee, scales.fee);
    const one = 10n ** BigInt(scales.fee);
    this.#factor = offers.side === 'buy' ? one + fee : one - fee;
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
    const [give, get] = isBuy ? [value, this.one] : [this.one, value];
    const rate = Number(get) / Number(give);
    const slice = { quantity, price, give, get, rate };
    this.#slices[index] = slice;
    return slice;
  }

  taken(quantity: bigint): Taken | undefined {
    if (quantity === 0n) return undefined;
    let left = quantity;
    let value = 0n;
    let index = 0;
    for (; left > 0n; index++) {
      const slice = this.slice(index);
      if (!slice) throw new Error('More is taken than the levels hold.');
      const part = smaller(left, slice.quantity);
      value += part * slice.price;
      left -= part;
    }
    const exact = Decimal.of(quantity, this.#scales.quantity).trim();
    const paid = Decimal.of(value, this.#scales.quantity + this.#scales.price);
    const price = Decimal.parse(this.#offers.levels[index - 1]?.price ?? '');
    const fee = paid.times(this.#offers.takerFee).trim();
    return this.side === 'buy'
      ? { quantity: exact, price, give: paid.plus(fee).trim(), get: exact, fee }
      : { quantity: exact, price, give: exact, get: paid.minus(fee).trim(), fee };
  }
}

/** `scale` is never below the decimal's own. */
const whole = (decimal: Decimal, scale: number): bigint =>
  decimal.scale === scale ? decimal.coefficient : decimal.round(scale, 'down').coefficient;

/** How far into the ladders a walk has come. */
interface Walk {
  /** By ladder: the slice it stands in, what is used of that slice, and of the whole ladder. */
  readonly at: number[];
  readonly used: bigint[];
  readonly quantities: bigint[];
  give: bigint;
  get: bigint;
  /** By how much the relaxation, which also knows parts of a unit, is better than the walk. */
  slack: bigint;
}

interface Bounds {
  readonly low: readonly bigint[];
  readonly high: readonly (bigint | undefined)[];
}

class Search {
  readonly #ladders: readonly Ladder[];
  readonly #kind: Target['kind'];
  readonly #amount: bigint;
  #best: Walk | undefined;
  #nodes = 0;
  /** Somewhat before the end of the first walk, from where most others can start. */
  #snapshot: Walk | undefined;

  /** What is got (by `give`) or given (by `get`) is a whole multiple of this. */
  readonly #grain: bigint;

  constructor(ladders: readonly Ladder[], kind: Target['kind'], amount: bigint) {
    this.#ladders = ladders;
    this.#kind = kind;
    const lots = ladders.reduce((common, { lot }) => gcd(common, lot), 0n) * (ladders[0]?.one ?? 1n);
    const isOnly = (side: Side): boolean => ladders.every((ladder) => ladder.side === side);
    this.#grain = isOnly(kind === 'give' ? 'buy' : 'sell') && lots > 0n ? lots : 1n;
    const targetGrain = isOnly(kind === 'give' ? 'sell' : 'buy') && lots > 0n ? lots : 1n;
    this.#amount = kind === 'give' ? roundDown(amount, targetGrain) : roundUp(amount, targetGrain);
  }

  /** Undefined where the target cannot be reached. */
  solve(): readonly bigint[] | undefined {
    const low = this.#ladders.map(() => 0n);
    this.#visit({ low, high: low.map(() => undefined) });
    return this.#best?.quantities;
  }

  #visit(bounds: Bounds): void {
    if (this.#nodes++ >= MAX_NODES) return;
    const walk = this.#relax(bounds);
    if (!walk || !this.#mayImprove(walk)) return;
    const index = this.#firstFault(walk);
    if (index === undefined) {
      if (!this.#best || this.#isBetter(walk, this.#best)) this.#best = walk;
      return;
    }
    const { lot, min } = this.#ladders[index] as Ladder;
    const quantity = walk.quantities[index] ?? 0n;
    const [below, above] = quantity < min ? [0n, min] : [roundDown(quantity, lot), roundUp(quantity, lot)];
    const fewer = { ...bounds, high: replaced(bounds.high, index, below) };
    const more = { ...bounds, low: replaced(bounds.low, index, above) };
    for (const next of this.#kind === 'give' ? [fewer, more] : [more, fewer]) this.#visit(next);
  }

  #firstFault({ quantities }: Walk): number | undefined {
    const index = this.#ladders.findIndex(({ lot, min }, place) => {
      const quantity = quantities[place] ?? 0n;
      return quantity % lot !== 0n || (quantity > 0n && quantity < min);
    });
    return index < 0 ? undefined : index;
  }

  #isBetter(walk: Walk, other: Walk): boolean {
    return this.#kind === 'give' ? walk.get > other.get : walk.give < other.give;
  }

  #mayImprove({ give, get, slack }: Walk): boolean {
    if (!this.#best) return true;
    return this.#kind === 'give'
      ? roundDown(get + slack, this.#grain) > this.#best.get
      : roundUp(give - slack, this.#grain) < this.#best.give;
  }

  /** The best there is within the bounds, without lots and minima; undefined where there is nothing within them. */
  #relax({ low, high }: Bounds): Walk | undefined {
    const snapshot = this.#snapshot;
    const isWithin = snapshot?.quantities.every((quantity, index) => quantity <= (high[index] ?? quantity));
    const walk = snapshot && isWithin && this.#force(copyOf(snapshot), low);
    if (walk && this.#missing(walk) >= 0n) return this.#fill(walk, high);
    const whole = this.#force(this.#start(), low);
    return whole && this.#fill(whole, high);
  }

  #start(): Walk {
    const zeros = this.#ladders.map(() => 0n);
    return {
      at: zeros.map(() => 0),
      used: [...zeros],
      quantities: [...zeros],
      give: 0n,
      get: 0n,
      slack: 0n,
    };
  }

  #force(walk: Walk, low: readonly bigint[]): Walk | undefined {
    for (const [index, wanted] of low.entries()) {
      for (let left = wanted - (walk.quantities[index] ?? 0n); left > 0n;) {
        const slice = this.#ladders[index]?.slice(walk.at[index] ?? 0);
        if (!slice) return undefined;
        left -= this.#take(walk, index, slice, left);
      }
    }
    return walk;
  }

  #missing({ give, get }: Walk): bigint {
    return this.#amount - (this.#kind === 'give' ? give : get);
  }

  #fill(walk: Walk, high: readonly (bigint | undefined)[]): Walk | undefined {
    const isFirst = this.#snapshot === undefined;
    if (this.#kind === 'give' && this.#missing(walk) < 0n) return undefined;
    const margin = isFirst ? this.#margin() : 0n;
    for (let steps = 0; this.#missing(walk) > 0n; steps++) {
      const best = this.#bestSlice(walk, high);
      if (!best) break;
      const { index, slice } = best;
      const left = slice.quantity - (walk.used[index] ?? 0n);
      const room = smaller(left, (high[index] ?? UNLIMITED) - (walk.quantities[index] ?? 0n));
      const perUnit = this.#kind === 'give' ? slice.give : slice.get;
      const missing = this.#missing(walk);
      if (isFirst && steps % SNAPSHOT_EVERY === 0 && missing > margin * perUnit)
        this.#snapshot = copyOf(walk);
      if (room * perUnit < missing) {
        this.#take(walk, index, slice, room);
        continue;
      }
      // It ends within this slice, up to a part of a unit.
      const enough = this.#kind === 'give' ? missing / perUnit : (missing + perUnit - 1n) / perUnit;
      this.#take(walk, index, slice, enough);
      const over = enough * perUnit - missing;
      walk.slack = this.#kind === 'give' ? (-over * slice.get) / slice.give : (over * slice.give) / slice.get;
      return walk;
    }
    return this.#kind === 'get' && this.#missing(walk) > 0n ? undefined : walk;
  }

  /** More than lots and minima can move. */
  #margin(): bigint {
    return this.#ladders.reduce((sum, { lot, min }) => sum + 2n * (lot > min ? lot : min), 0n);
  }

  #bestSlice(walk: Walk, high: readonly (bigint | undefined)[]): { index: number; slice: Slice } | undefined {
    let best: { index: number; slice: Slice } | undefined;
    for (let index = 0; index < this.#ladders.length; index++) {
      const limit = high[index];
      if (limit !== undefined && (walk.quantities[index] ?? 0n) >= limit) continue;
      const slice = this.#ladders[index]?.slice(walk.at[index] ?? 0);
      if (slice && (!best || isBetterRate(slice, best.slice))) best = { index, slice };
    }
    return best;
  }

  /** Takes at most so much of a slice, and says how much it was. */
  #take(walk: Walk, index: number, slice: Slice, most: bigint): bigint {
    const used = walk.used[index] ?? 0n;
    const left = slice.quantity - used;
    const taken = smaller(most, left);
    if (taken === left) {
      walk.at[index] = (walk.at[index] ?? 0) + 1;
      walk.used[index] = 0n;
    } else {
      walk.used[index] = used + taken;
    }
    walk.quantities[index] = (walk.quantities[index] ?? 0n) + taken;
    walk.give += taken * slice.give;
    walk.get += taken * slice.get;
    return taken;
  }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const UNLIMITED = 10n ** 60n;
const NEARLY_EQUAL = 1e-12;

function isBetterRate(left: Slice, right: Slice): boolean {
  const difference = left.rate - right.rate;
  if (Math.abs(difference) > NEARLY_EQUAL * left.rate) return difference > 0;
  return left.get * right.give > right.get * left.give;
}

const roundDown = (value: bigint, step: bigint): bigint => value - (value % step);
const roundUp = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step;

function gcd(left: bigint, right: bigint): bigint {
  return right === 0n ? left : gcd(right, left % right);
}

const replaced = <T>(values: readonly T[], index: number, value: T): T[] =>
  values.map((old, at) => (at === index ? value : old));

const copyOf = (walk: Walk): Walk => ({
  ...walk,
  at: [...walk.at],
  used: [...walk.used],
  quantities: [...walk.quantities],
});
