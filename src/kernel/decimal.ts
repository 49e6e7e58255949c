/** `down` rounds towards zero; `up` and `half-away` round away from it. */
export type Rounding = 'half-even' | 'half-away' | 'down' | 'up';

/** Room for the product of three amounts of 18 decimals each. */
const MAX_DIGITS = 100;
const MAX_SCALE = 60;
const MAX_LENGTH = MAX_DIGITS + '-.'.length;

/** The number of digits that a double always represents exactly. */
const DOUBLE_DIGITS = 15;

const [MINUS, POINT, ZERO] = [45, 46, 48] as const;

const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const tenTo = (exponent: number): bigint => POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
const LIMIT = tenTo(MAX_DIGITS);
const NEGATIVE_LIMIT = -LIMIT;

/**
 * An exact decimal: `coefficient / 10^scale`. It keeps its scale, so "1.500" prints as "1.500". Operations throw a
 * RangeError for a result with more than 100 digits or 60 decimals.
 */
export class Decimal {
  static readonly MAX_DIGITS: number = MAX_DIGITS;
  static readonly MAX_SCALE: number = MAX_SCALE;
  static readonly ZERO: Decimal = new Decimal(0n, 0);

  readonly coefficient: bigint;
  readonly scale: number;

  private constructor(coefficient: bigint, scale: number) {
    this.coefficient = coefficient;
    this.scale = scale;
  }

  static of(coefficient: bigint, scale = 0): Decimal {
    checkScale(scale);
    if (coefficient >= LIMIT || coefficient <= NEGATIVE_LIMIT) {
      throw new RangeError(`A decimal has at most ${MAX_DIGITS} digits; this result would need more.`);
    }
    return new Decimal(coefficient, scale);
  }

  static parse(text: string): Decimal {
    const decimal = Decimal.tryParse(text);
    if (decimal) return decimal;
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    throw new RangeError(
      `${JSON.stringify(shown)} is not a decimal: write plain digits such as "-12.50", ` +
        `at most ${MAX_DIGITS} of them and at most ${MAX_SCALE} after the point.`,
    );
  }

  /** Plain notation only: no plus sign, exponent, white space, superfluous leading zero or bare point. */
  static tryParse(text: string): Decimal | undefined {
    const { length } = text;
    if (length > MAX_LENGTH) return undefined;
    const start = text.charCodeAt(0) === MINUS ? 1 : 0;
    let point = length;
    let double = 0;
    for (let index = start; index < length; index++) {
      const digit = text.charCodeAt(index) - ZERO;
      if (digit >= 0 && digit <= 9) double = double * 10 + digit;
      else if (digit === POINT - ZERO && point === length) point = index;
      else return undefined;
    }
    const whole = point - start;
    const scale = point === length ? 0 : length - point - 1;
    if (whole === 0 || (whole > 1 && text.charCodeAt(start) === ZERO) || point === length - 1)
      return undefined;
    if (whole + scale > MAX_DIGITS || scale > MAX_SCALE) return undefined;
    const magnitude =
      whole + scale <= DOUBLE_DIGITS
        ? BigInt(double)
        : BigInt(text.slice(start, point) + text.slice(point + 1));
    return new Decimal(start === 1 ? -magnitude : magnitude, scale);
  }

  plus(other: Decimal): Decimal {
    if (this.scale === other.scale) return Decimal.of(this.coefficient + other.coefficient, this.scale);
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(coefficientAt(this, scale) + coefficientAt(other, scale), scale);
  }

  minus(other: Decimal): Decimal {
    if (this.scale === other.scale) return Decimal.of(this.coefficient - other.coefficient, this.scale);
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(coefficientAt(this, scale) - coefficientAt(other, scale), scale);
  }

  times(other: Decimal): Decimal {
    return Decimal.of(this.coefficient * other.coefficient, this.scale + other.scale);
  }

  /** The quotient with exactly `scale` decimals. */
  dividedBy(divisor: Decimal, scale: number, rounding: Rounding): Decimal {
    checkScale(scale);
    if (divisor.coefficient === 0n) throw new RangeError('A decimal cannot be divided by zero.');
    const shift = scale + divisor.scale - this.scale;
    const quotient =
      shift >= 0
        ? divide(this.coefficient * tenTo(shift), divisor.coefficient, rounding)
        : divide(this.coefficient, divisor.coefficient * tenTo(-shift), rounding);
    return Decimal.of(quotient, scale);
  }

  /** The same value with exactly `scale` decimals: zeros are added where it has fewer. */
  round(scale: number, rounding: Rounding): Decimal {
    checkScale(scale);
    if (scale === this.scale) return this;
    if (scale > this.scale) return Decimal.of(coefficientAt(this, scale), scale);
    return Decimal.of(divide(this.coefficient, tenTo(this.scale - scale), rounding), scale);
  }

  /** By value: "1.50" and "1.5" compare as 0. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const left = coefficientAt(this, scale);
    const right = coefficientAt(other, scale);
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  get isZero(): boolean {
    return this.coefficient === 0n;
  }

  get sign(): -1 | 0 | 1 {
    if (this.coefficient === 0n) return 0;
    return this.coefficient < 0n ? -1 : 1;
  }

  negate(): Decimal {
    return new Decimal(-this.coefficient, this.scale);
  }

  abs(): Decimal {
    return this.coefficient < 0n ? this.negate() : this;
  }

  /** The same value without trailing zeros after the point. */
  trim(): Decimal {
    let { coefficient, scale } = this;
    while (scale > 0 && coefficient % 10n === 0n) {
      coefficient /= 10n;
      scale -= 1;
    }
    return scale === this.scale ? this : new Decimal(coefficient, scale);
  }

  toString(): string {
    const text = this.coefficient.toString();
    if (this.scale === 0) return text;
    const negative = this.coefficient < 0n;
    const digits = (negative ? text.slice(1) : text).padStart(this.scale + 1, '0');
    const point = digits.length - this.scale;
    return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** Without this, `a < b` would silently compare texts and `a + b` would join them. */
  valueOf(): never {
    throw new TypeError('Operators do not work on decimals: use compare, equals, plus, minus or times.');
  }
}

function checkScale(scale: number): void {
  if (!(Number.isInteger(scale) && scale >= 0 && scale <= MAX_SCALE)) {
    throw new RangeError(
      `A decimal has 0 to ${MAX_SCALE} decimals, not ${scale}; round it or its parts first.`,
    );
  }
}

/** `scale` must not be below the scale of the decimal. */
function coefficientAt(decimal: Decimal, scale: number): bigint {
  const shift = scale - decimal.scale;
  return shift === 0 ? decimal.coefficient : decimal.coefficient * tenTo(shift);
}

function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend - quotient * divisor;
  if (remainder === 0n || !roundsAway(quotient, remainder, divisor, rounding)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

function roundsAway(quotient: bigint, remainder: bigint, divisor: bigint, rounding: Rounding): boolean {
  if (rounding === 'down') return false;
  if (rounding === 'up') return true;
  const twice = magnitude(remainder) * 2n;
  const whole = magnitude(divisor);
  if (twice !== whole) return twice > whole;
  return rounding === 'half-away' || quotient % 2n !== 0n;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
