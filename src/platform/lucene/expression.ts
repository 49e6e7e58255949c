/** Part of a PostgreSQL regular expression, with the numbers that bound its automaton. */
export interface Part {
  readonly text: string;
  /** Whether a quantifier can directly follow the text. */
  readonly isAtom: boolean;
  readonly canBeEmpty: boolean;
  /** How many of its characters can be first, and how many last. */
  readonly firsts: number;
  readonly lasts: number;
  /** The number of characters, and of pairs that can follow each other, with all repetitions expanded. */
  readonly size: number;
}

/** Matches only the empty text. */
export const EMPTY: Part = { text: '', isAtom: false, canBeEmpty: true, firsts: 0, lasts: 0, size: 0 };
/** Matches nothing. */
export const NOTHING: Part = { text: '', isAtom: false, canBeEmpty: false, firsts: 0, lasts: 0, size: 0 };
export const ANY: Part = one('.');
const DIGIT: Part = one('[0-9]');

export function literal(character: string): Part {
  return one(escape(character));
}

export function oneOf(items: string): Part {
  return one(`[${items}]`);
}

export function noneOf(items: string): Part {
  return one(`[^${items}]`);
}

function one(text: string): Part {
  return { text, isAtom: true, canBeEmpty: false, firsts: 1, lasts: 1, size: 1 };
}

/** The character as a literal, inside and outside of brackets. */
export function escape(character: string): string {
  if (/[A-Za-z0-9\u0080-\u{10ffff}]/u.test(character)) return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function concat(left: Part, right: Part): Part {
  if (left === NOTHING || right === NOTHING) return NOTHING;
  if (left === EMPTY) return right;
  if (right === EMPTY) return left;
  return {
    text: left.text + right.text,
    isAtom: false,
    canBeEmpty: left.canBeEmpty && right.canBeEmpty,
    firsts: left.firsts + (left.canBeEmpty ? right.firsts : 0),
    lasts: right.lasts + (right.canBeEmpty ? left.lasts : 0),
    size: left.size + right.size + left.lasts * right.firsts,
  };
}

export function union(alternatives: readonly Part[]): Part {
  const possible = alternatives.filter((part) => part !== NOTHING);
  const [only = NOTHING] = possible;
  if (possible.length < 2) return only;
  const sum = (count: 'firsts' | 'lasts' | 'size'): number =>
    possible.reduce((total, part) => total + part[count], 0);
  return {
    text: `(?:${possible.map(({ text }) => text).join('|')})`,
    isAtom: true,
    canBeEmpty: possible.some(({ canBeEmpty }) => canBeEmpty),
    firsts: sum('firsts'),
    lasts: sum('lasts'),
    size: sum('size'),
  };
}

/** Without `most`, repetitions are unbounded. As in Lucene, repeating nothing without bound matches nothing. */
export function repeat(part: Part, least: number, most?: number): Part {
  if (least > (most ?? least)) return NOTHING;
  if (part === NOTHING) return least > 0 || most === undefined ? NOTHING : EMPTY;
  if (part === EMPTY || most === 0) return EMPTY;
  const copies = most ?? Math.max(least, 1);
  const ends = part.canBeEmpty ? copies : copies - Math.max(least, 1) + 1;
  const steps = part.canBeEmpty ? (copies * (copies - 1)) / 2 : copies - 1;
  const loop = most === undefined ? 1 : 0;
  const repeated = part.isAtom ? part.text : `(?:${part.text})`;
  return {
    text: `(?:${repeated}{${least},${most ?? ''}})`,
    isAtom: true,
    canBeEmpty: part.canBeEmpty || least === 0,
    firsts: part.firsts * ends,
    lasts: part.lasts * ends,
    size: copies * part.size + (steps + loop) * part.firsts * part.lasts,
  };
}

/** The numbers of an interval: bounds with equal digit counts fix the digit count, else leading zeros are optional. */
export function interval(from: string, to: string): Part {
  const low = Math.min(Number(from), Number(to));
  const high = Math.max(Number(from), Number(to));
  if (from.length === to.length) {
    return digits(String(low).padStart(from.length, '0'), String(high).padStart(to.length, '0'));
  }
  const byLength: Part[] = [];
  for (let length = String(low).length; length <= String(high).length; length++) {
    const least = length === 1 ? 0 : 10 ** (length - 1);
    byLength.push(digits(String(Math.max(low, least)), String(Math.min(high, 10 ** length - 1))));
  }
  return concat(repeat(literal('0'), 0), union(byLength));
}

/** From `low` to `high`, which have the same number of digits. */
function digits(low: string, high: string): Part {
  if (/^0*$/.test(low) && /^9*$/.test(high)) return repeat(DIGIT, low.length, low.length);
  const [lowFirst, highFirst] = [Number(low.charAt(0)), Number(high.charAt(0))];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  const width = lowRest.length;
  if (lowFirst === highFirst) return concat(literal(low.charAt(0)), digits(lowRest, highRest));
  const alternatives = [
    concat(literal(low.charAt(0)), digits(lowRest, '9'.repeat(width))),
    concat(literal(high.charAt(0)), digits('0'.repeat(width), highRest)),
  ];
  if (highFirst - lowFirst > 1) {
    const between = oneOf(`${lowFirst + 1}-${highFirst - 1}`);
    alternatives.push(concat(between, repeat(DIGIT, width, width)));
  }
  return union(alternatives);
}
