import type { Decimal } from '../../../kernel/index.ts';
import type { Side } from '../../venues/index.ts';
import { roundDown, roundUp, smaller, type Ladder, type Slice } from './ladder.ts';

/** `give`: get as much as possible for at most this. `get`: get at least this for as little as possible. */
export interface Target {
  readonly kind: 'give' | 'get';
  readonly amount: Decimal;
}

/** The node limit of the search. Beyond it, the best split found so far is used. */
const MAX_NODES = 500;
const SNAPSHOT_EVERY = 16;

/** The position of a walk in the ladders. */
interface Walk {
  /** Per ladder: the current slice, and how much of that slice and of the whole ladder is used. */
  readonly at: number[];
  readonly used: bigint[];
  readonly quantities: bigint[];
  give: bigint;
  get: bigint;
  /** By how much the relaxation, which may use fractions of a unit, is better than the walk. */
  slack: bigint;
  /** The ladder in which the relaxation ends within a unit. */
  within: number | undefined;
}

interface Bounds {
  readonly low: readonly bigint[];
  readonly high: readonly (bigint | undefined)[];
}

/** Finds the best quantities by branch and bound. */
export class Search {
  readonly #ladders: readonly Ladder[];
  readonly #kind: Target['kind'];
  readonly #amount: bigint;
  #best: Walk | undefined;
  #nodes = 0;
  /** A position shortly before the end of the first walk, where most other walks can start. */
  #snapshot: Walk | undefined;

  /** The result is a whole multiple of this. */
  readonly #grain: bigint;

  constructor(ladders: readonly Ladder[], kind: Target['kind'], amount: bigint) {
    this.#ladders = ladders;
    this.#kind = kind;
    const lots = ladders.reduce((common, { perLot }) => gcd(common, perLot), 0n);
    const isOnly = (side: Side): boolean => ladders.every((ladder) => ladder.side === side);
    this.#grain = isOnly(kind === 'give' ? 'buy' : 'sell') && lots > 0n ? lots : 1n;
    const targetGrain = isOnly(kind === 'give' ? 'sell' : 'buy') && lots > 0n ? lots : 1n;
    this.#amount = kind === 'give' ? roundDown(amount, targetGrain) : roundUp(amount, targetGrain);
  }

  /** Undefined if the target cannot be reached. */
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
    if (index !== undefined) {
      const ladder = this.#ladders[index] as Ladder;
      const quantity = walk.quantities[index] ?? 0n;
      this.#branch(bounds, index, [ladder.atMost(quantity), ladder.atLeast(quantity)]);
      return;
    }
    if (!this.#best || this.#isBetter(walk, this.#best)) this.#best = walk;
    if (walk.within !== undefined && this.#mayImprove(walk))
      this.#branch(bounds, walk.within, this.#neighbours(walk, walk.within));
  }

  #branch(bounds: Bounds, index: number, [below, above]: readonly [bigint, bigint]): void {
    const fewer = { ...bounds, high: replaced(bounds.high, index, below) };
    const more = { ...bounds, low: replaced(bounds.low, index, above) };
    for (const next of this.#kind === 'give' ? [fewer, more] : [more, fewer]) this.#visit(next);
  }

  /** The permitted quantities around the fraction of a unit that the walk has left out or rounded up. */
  #neighbours({ quantities }: Walk, index: number): readonly [bigint, bigint] {
    const ladder = this.#ladders[index] as Ladder;
    const quantity = quantities[index] ?? 0n;
    return this.#kind === 'give'
      ? [quantity, ladder.atLeast(quantity + 1n)]
      : [ladder.atMost(quantity - 1n), quantity];
  }

  #firstFault({ quantities }: Walk): number | undefined {
    const index = this.#ladders.findIndex((ladder, place) => {
      const quantity = quantities[place] ?? 0n;
      return ladder.atMost(quantity) !== quantity;
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

  /** The optimum within the bounds, ignoring lots and minima; undefined if the bounds are infeasible. */
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
      within: undefined,
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
      // It ends within this slice, up to a fraction of a unit.
      const enough = this.#kind === 'give' ? missing / perUnit : (missing + perUnit - 1n) / perUnit;
      this.#take(walk, index, slice, enough);
      const over = enough * perUnit - missing;
      if (over !== 0n) walk.within = index;
      walk.slack = this.#kind === 'give' ? (-over * slice.get) / slice.give : (over * slice.give) / slice.get;
      return walk;
    }
    return this.#kind === 'get' && this.#missing(walk) > 0n ? undefined : walk;
  }

  /** More than lots and minima can change. */
  #margin(): bigint {
    return this.#ladders.reduce((sum, ladder) => sum + 2n * ladder.atLeast(1n), 0n);
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

  /** Takes at most this much of a slice, and returns how much it took. */
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

const UNLIMITED = 10n ** 60n;
const NEARLY_EQUAL = 1e-12;

function isBetterRate(left: Slice, right: Slice): boolean {
  const difference = left.rate - right.rate;
  if (Math.abs(difference) > NEARLY_EQUAL * left.rate) return difference > 0;
  return left.get * right.give > right.get * left.give;
}

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
