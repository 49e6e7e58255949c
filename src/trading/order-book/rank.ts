/**
 * Prices compared without BigInt and without rounding: a price is a pair of whole numbers, `high` of 10^-3 and
 * `low` of 10^-18, each of which a double holds exactly. A bid keeps the pair, an ask keeps both negated, so that
 * on either side the greater pair is the better price.
 */
export interface Rank {
  readonly high: number;
  readonly low: number;
}

export const MAX_DECIMALS = 18;
const MAX_PRICE_DIGITS = 12;
const MAX_QUANTITY_DIGITS = 18;
const HIGH_DECIMALS = 3;
const LOW_DECIMALS = MAX_DECIMALS - HIGH_DECIMALS;
const LOW_UNIT = 10n ** BigInt(LOW_DECIMALS);

const [POINT, ZERO] = [46, 48] as const;
const POWERS_OF_TEN = Float64Array.from({ length: LOW_DECIMALS + 1 }, (_, exponent) => 10 ** exponent);
const tenTo = (exponent: number): number => POWERS_OF_TEN[exponent] ?? Number.NaN;

/** Writes high and low into `rank`; false if the text is zero or not a plain decimal within the limits. */
export function readRank(text: string, sign: 1 | -1, rank: Float64Array): boolean {
  const { length } = text;
  let high = 0;
  let low = 0;
  let index = 0;
  let digit = 0;
  while (index < length && (digit = text.charCodeAt(index) ^ ZERO) <= 9) {
    high = high * 10 + digit;
    index += 1;
  }
  if (!isNumber(text, index, MAX_PRICE_DIGITS)) return false;

  const decimals = Math.max(0, length - index - 1);
  const highEnd = Math.min(length, index + 1 + HIGH_DECIMALS);
  for (index += 1; index < highEnd; index++) {
    if ((digit = text.charCodeAt(index) ^ ZERO) > 9) return false;
    high = high * 10 + digit;
  }
  for (; index < length; index++) {
    if ((digit = text.charCodeAt(index) ^ ZERO) > 9) return false;
    low = low * 10 + digit;
  }
  if (decimals < HIGH_DECIMALS) high *= tenTo(HIGH_DECIMALS - decimals);
  else low *= tenTo(MAX_DECIMALS - decimals);
  rank[0] = sign * high;
  rank[1] = sign * low;
  return high > 0 || low > 0;
}

/** 0 if the quantity is zero, else 1; undefined if it is not a plain decimal within the limits. */
export function quantitySign(text: string): 0 | 1 | undefined {
  const { length } = text;
  let bits = 0;
  let index = 0;
  let digit = 0;
  while (index < length && (digit = text.charCodeAt(index) ^ ZERO) <= 9) {
    bits |= digit;
    index += 1;
  }
  if (!isNumber(text, index, MAX_QUANTITY_DIGITS)) return undefined;
  for (index += 1; index < length; index++) {
    if ((digit = text.charCodeAt(index) ^ ZERO) > 9) return undefined;
    bits |= digit;
  }
  return bits === 0 ? 0 : 1;
}

/** Whether a text that begins with `whole` digits can be a decimal, judged by their count and the next character. */
function isNumber(text: string, whole: number, mostWhole: number): boolean {
  if (whole === 0 || whole > mostWhole || (whole > 1 && text.charCodeAt(0) === ZERO)) return false;
  const decimals = text.length - whole - 1;
  return decimals < 0 || (text.charCodeAt(whole) === POINT && decimals > 0 && decimals <= MAX_DECIMALS);
}

/** The price of a rank, in units of 10^-18. */
export const unitsOf = (high: number, low: number): bigint =>
  BigInt(Math.abs(high)) * LOW_UNIT + BigInt(Math.abs(low));

export const rankOfUnits = (units: bigint, sign: 1 | -1): Rank => ({
  high: sign * Number(units / LOW_UNIT),
  low: sign * Number(units % LOW_UNIT),
});
