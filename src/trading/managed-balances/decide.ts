import { Decimal } from '../../kernel/index.ts';

/** An asset at a venue of ours. */
export interface Place {
  readonly venue: string;
  readonly asset: string;
}

export interface Reading {
  readonly at: Date;
  /** What can leave. */
  readonly available: Decimal;
  /** With what open orders hold. */
  readonly held: Decimal;
}

/** What is known of a place. */
export interface Seen {
  /** The newest first; at most two. */
  readonly readings: readonly Reading[];
  /** Why it could not be read now. */
  readonly fault: string | undefined;
  /** On its way to the place, or promised to it. */
  readonly incoming: Decimal;
  /** Promised, and perhaps still there: with fees. */
  readonly outgoing: Decimal;
  /** Why what is under way is not certain. */
  readonly doubt: string | undefined;
  /** Of the managed balance at the place, if there is one. */
  readonly limits: { readonly minimum: Decimal; readonly maximum: Decimal } | undefined;
}

/** Something that moved, or may still move, between two places within `NO_RETURN_MS`. */
export interface Move {
  readonly from: Place;
  readonly to: Place;
}

export interface World {
  readonly now: Date;
  readonly moves: readonly Move[];
  see(place: Place): Seen;
}

export interface Balance {
  readonly place: Place;
  readonly minimum: Decimal;
  readonly target: Decimal;
  readonly maximum: Decimal;
  /** What is left of the daily cap. */
  readonly room: Decimal;
}

/** A source, with what decides whether it can be used now. All amounts are of the managed asset. */
export interface Option {
  readonly number: number;
  readonly place: Place;
  /** Why it cannot be used now. */
  readonly obstacle?: string;
  /** What one unit of the managed asset is worth in the asset of the source; 1 for a transfer. */
  readonly price: Decimal;
  /** What is paid beside the amount. */
  readonly fee: Decimal;
  readonly smallest: Decimal;
  readonly precision: number;
}

export type Direction = 'IN' | 'OUT';

export type State =
  | { readonly kind: 'OK' | 'LOW' | 'HIGH'; readonly level: Decimal; readonly excess: Decimal }
  | { readonly kind: 'UNKNOWN'; readonly reason: string };

export interface Proposed {
  readonly option: Option;
  readonly direction: Direction;
  readonly amount: Decimal;
}

type Choice = { readonly proposed: Proposed } | { readonly reason: string };

/** A reading that is older says nothing about now. */
const FRESH_MS = 2 * 60_000;
/** Readings count as two only if they are this far apart; a single one decides nothing. */
export const APART_MS = 20_000;
/** And the earlier one is not older than this. */
const PRIOR_MS = 15 * 60_000;
/** What came from a place is not sent back to it for so long. */
export const NO_RETURN_MS = 24 * 3_600_000;

const least = (a: Decimal, b: Decimal): Decimal => (a.compare(b) <= 0 ? a : b);
const most = (a: Decimal, b: Decimal): Decimal => (a.compare(b) >= 0 ? a : b);
const nameOf = ({ venue, asset }: Place): string => `${asset} at ${venue}`;
export const keyOf = ({ venue, asset }: Place): string => JSON.stringify([venue, asset]);

/** The two readings of a place, or why it is not known what it holds. */
function readingsOf(place: Place, seen: Seen, now: Date): readonly [Reading, Reading] | string {
  const { fault, doubt } = seen;
  const [last, before] = seen.readings;
  if (fault !== undefined) return `${nameOf(place)} could not be read: ${fault}`;
  if (!last || now.getTime() - last.at.getTime() > FRESH_MS) return `${nameOf(place)} was not read lately.`;
  const apartMs = before ? last.at.getTime() - before.at.getTime() : 0;
  if (!before || apartMs < APART_MS || apartMs > PRIOR_MS) {
    return `${nameOf(place)} was read once lately; a second reading confirms it.`;
  }
  if (doubt !== undefined) return `${nameOf(place)} is not certain: ${doubt}`;
  return [last, before];
}

/** Low or high only if both readings say so, whatever becomes of what is under way. */
export function stateOf({ place, minimum, target, maximum }: Balance, world: World): State {
  const seen = world.see(place);
  const readings = readingsOf(place, seen, world.now);
  if (typeof readings === 'string') return { kind: 'UNKNOWN', reason: readings };
  const [last, before] = readings;
  const least_ = least(last.held, before.held).minus(seen.outgoing);
  const most_ = most(last.held, before.held).plus(seen.incoming);
  const level = last.held.plus(seen.incoming).minus(seen.outgoing);
  if (most_.compare(minimum) < 0) return { kind: 'LOW', level, excess: target.minus(most_) };
  if (least_.compare(maximum) > 0) return { kind: 'HIGH', level, excess: least_.minus(target) };
  const isLow = last.held.plus(seen.incoming).compare(minimum) < 0;
  const isHigh = last.held.minus(seen.outgoing).compare(maximum) > 0;
  if (!isLow && !isHigh) return { kind: 'OK', level, excess: Decimal.ZERO };
  return {
    kind: 'UNKNOWN',
    reason: `The last two readings of ${nameOf(place)} differ: ${before.held.toString()}, then ${last.held.toString()}. The next one decides.`,
  };
}

/** The first source, in their order, that can move something. */
export function choose(balance: Balance, options: readonly Option[], state: State, world: World): Choice {
  if (state.kind !== 'LOW' && state.kind !== 'HIGH') return { reason: '' };
  const direction = state.kind === 'LOW' ? 'IN' : 'OUT';
  if (balance.room.sign <= 0) return { reason: 'The daily cap is used up.' };
  const reasons: string[] = [];
  for (const option of options) {
    const limit = limitOf(balance, option, direction, world);
    if (typeof limit === 'string') {
      reasons.push(`Source ${option.number}: ${limit}`);
      continue;
    }
    const amount = least(least(state.excess, balance.room), limit).round(option.precision, 'down').trim();
    if (amount.sign > 0 && amount.compare(option.smallest) >= 0) {
      return { proposed: { option, direction, amount } };
    }
    reasons.push(
      `Source ${option.number}: ${most(amount, Decimal.ZERO).toString()} is less than the smallest amount.`,
    );
  }
  return { reason: reasons.length === 0 ? 'It has no source.' : reasons.join(' ') };
}

/** Why a proposal cannot be carried out now; undefined if it can. It may reach the bound where it began at the target. */
export function findObstacle(
  balance: Balance,
  { option, direction, amount }: Proposed,
  world: World,
): string | undefined {
  if (amount.compare(balance.room) > 0) return 'The daily cap has no room for it.';
  const seen = world.see(balance.place);
  const readings = readingsOf(balance.place, seen, world.now);
  if (typeof readings === 'string') return readings;
  const [last, before] = readings;
  if (direction === 'IN') {
    const after = most(last.held, before.held).plus(seen.incoming).plus(amount);
    if (after.compare(balance.maximum) > 0) {
      return `${nameOf(balance.place)} would exceed its maximum: it has recovered.`;
    }
  }
  const limit = limitOf(balance, option, direction, world);
  if (typeof limit === 'string') return limit;
  return amount.compare(limit) > 0
    ? `At most ${most(limit, Decimal.ZERO).toString()} can be moved now.`
    : undefined;
}

/** The most that can be moved between the balance and a source, or why nothing can. */
function limitOf(balance: Balance, option: Option, direction: Direction, world: World): Decimal | string {
  if (option.obstacle !== undefined) return option.obstacle;
  const [from, to] = direction === 'IN' ? [option.place, balance.place] : [balance.place, option.place];
  if (leadsTo(to, from, world.moves)) {
    return `what came from ${nameOf(to)} is not sent back within ${NO_RETURN_MS / 3_600_000} hours.`;
  }
  const giver = world.see(from);
  const giving = readingsOf(from, giver, world.now);
  if (typeof giving === 'string') return giving;
  const available = least(giving[0].available, giving[1].available).minus(giver.outgoing);
  const taker = world.see(to);
  const taking = readingsOf(to, taker, world.now);
  if (typeof taking === 'string') return taking;
  if (direction === 'IN') {
    const surplus = available.minus(giver.limits?.minimum ?? Decimal.ZERO);
    return inManaged(surplus, option).minus(option.fee);
  }
  const surplus = available.minus(balance.minimum).minus(option.fee);
  if (!taker.limits) return surplus;
  const space = taker.limits.maximum.minus(most(taking[0].held, taking[1].held)).minus(taker.incoming);
  return least(surplus, inManaged(space, option));
}

const inManaged = (amount: Decimal, { price, precision }: Option): Decimal =>
  price.equals(ONE) || amount.sign <= 0 ? amount : amount.dividedBy(price, precision, 'down');

const ONE = Decimal.of(1n);

/** Whether what was at `from` may have come to `to`, over any number of places. */
function leadsTo(from: Place, to: Place, moves: readonly Move[]): boolean {
  const reached = new Set([keyOf(from)]);
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const move of moves) {
      if (!reached.has(keyOf(move.from)) || reached.has(keyOf(move.to))) continue;
      reached.add(keyOf(move.to));
      isGrowing = true;
    }
  }
  return reached.has(keyOf(to));
}
