import { BigNumber } from 'bignumber.js';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Decimal, type Rounding } from './decimal.ts';

const { MAX_DIGITS, MAX_SCALE } = Decimal;
const ROUNDINGS: readonly Rounding[] = ['half-even', 'half-away', 'down', 'up'];
const parse = (text: string): Decimal => Decimal.parse(text);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

const coefficientAt = (value: Decimal, scale: number): bigint =>
  value.coefficient * 10n ** BigInt(scale - value.scale);
const same = (left: Decimal, right: Decimal): void => expect(left.toString()).toBe(right.toString());

const oracle = (value: Decimal): BigNumber => new BigNumber(value.toString());
const fixed = (value: BigNumber, scale: number): string => value.toFixed(scale).replace(/^-(?=[0.]+$)/, '');

/** What came out as coefficient and scale, or `refused`; any fault but a RangeError passes through. */
const outcome = (operate: () => Decimal): [bigint, number] | 'refused' => {
  try {
    const { coefficient, scale } = operate();
    return [coefficient, scale];
  } catch (error) {
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
};

/** Small coefficients make ties, equal values and exact quotients frequent. */
const coefficient = (digits: number): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: -30n, max: 30n }),
    fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    fc.bigInt({ min: 1n - 10n ** BigInt(digits), max: 10n ** BigInt(digits) - 1n }),
  );
const decimals = (digits: number, scale: number): fc.Arbitrary<Decimal> =>
  fc
    .tuple(coefficient(digits), fc.integer({ min: 0, max: scale }))
    .map(([coefficient, scale]) => Decimal.of(coefficient, scale));

/** So small that sums of products and long quotients stay within the bounds. */
const amount = decimals(30, 18);
const nonZero = amount.filter((value) => !value.isZero);
const anyDecimal = decimals(MAX_DIGITS, MAX_SCALE);
const amountScale = fc.integer({ min: 0, max: 40 });
const anyScale = fc.integer({ min: 0, max: MAX_SCALE });
const rounding = fc.constantFrom(...ROUNDINGS);

describe('parse', () => {
  test.each([
    '0',
    '7',
    '-7',
    '0.5',
    '-0.5',
    '10',
    '1.500',
    '0.000',
    '100.0010',
    '999999999999999',
    '9007199254740993',
    '-9.00719925474099267',
    '-123456789012345678901234567890.5',
  ])('%s prints as it was written', (text) => expect(parse(text).toString()).toBe(text));

  test.each([
    ['-0', '0'],
    ['-0.00', '0.00'],
  ])('%s loses its sign and prints as %s', (text, printed) => expect(parse(text).toString()).toBe(printed));

  test.each([
    ['nothing', ''],
    ['a sign alone', '-'],
    ['a point alone', '.'],
    ['a leading point', '.5'],
    ['a leading point after the sign', '-.5'],
    ['a trailing point', '5.'],
    ['two points', '1.2.3'],
    ['a plus sign', '+1'],
    ['two signs', '--1'],
    ['a sign inside', '1-1'],
    ['a sign after the point', '1.-1'],
    ['an exponent', '1e5'],
    ['a superfluous leading zero', '007'],
    ['a superfluous leading zero after the sign', '-00.1'],
    ['two zeros', '00'],
    ['white space before', ' 1'],
    ['white space after', '1 '],
    ['a line end', '1\n'],
    ['a group separator', '1,000'],
    ['a hexadecimal number', '0x10'],
    ['a BigInt literal', '1n'],
    ['Arabic-Indic digits', '١٢'],
    ['full-width digits', '１'],
    ['a typographic minus', '−1'],
    ['a NUL', '1\0'],
    ['the character before the digits', '1/'],
    ['the character after the digits', '1:'],
    ['a name', 'NaN'],
    ['infinity', '-Infinity'],
    ['one digit too many', '1'.repeat(MAX_DIGITS + 1)],
    ['one digit too many with a fraction', `${'1'.repeat(MAX_DIGITS)}.1`],
    ['one decimal too many', `0.${'1'.repeat(MAX_SCALE + 1)}`],
  ])('refuses %s', (_, text) => {
    expect(Decimal.tryParse(text)).toBeUndefined();
    expect(() => parse(text)).toThrow(RangeError);
  });

  test.each([
    ['digits', '9'.repeat(MAX_DIGITS)],
    ['digits with a sign and a fraction', `-${'9'.repeat(MAX_DIGITS - MAX_SCALE)}.${'9'.repeat(MAX_SCALE)}`],
    ['decimals', `0.${'0'.repeat(MAX_SCALE - 1)}1`],
  ])('takes the greatest number of %s', (_, text) => expect(parse(text).toString()).toBe(text));

  test('agrees with the grammar on any mixture of its characters', () => {
    const grammar = /^-?(0|[1-9][0-9]*)([.][0-9]+)?$/;
    const unit = fc.constantFrom('0', '0', '1', '5', '9', '.', '.', '-', '-', 'e', '+', ' ', '٣');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(Decimal.tryParse(text) !== undefined).toBe(grammar.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('refuses an over-long text before any number is made of it', () => {
    const bigInt = vi.spyOn(globalThis, 'BigInt');
    try {
      expect(Decimal.tryParse('1'.repeat(1_000_000))).toBeUndefined();
      expect(bigInt).not.toHaveBeenCalled();
    } finally {
      bigInt.mockRestore();
    }
  });

  test('explains a rejected text without repeating all of it', () => {
    expect(() => parse('1e5')).toThrow(/^"1e5" is not a decimal: .*"-12\.50".* 100 .* 60 /);
    expect(() => parse('x'.repeat(10_000))).toThrow(/^.{1,250}$/);
  });
});

describe('print', () => {
  test('what is printed is parsed to the same coefficient and scale', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const again = parse(value.toString());
        expect([again.coefficient, again.scale]).toEqual([value.coefficient, value.scale]);
      }),
    );
  });

  test('prints what bignumber.js prints', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const oracle = new BigNumber(value.coefficient.toString()).shiftedBy(-value.scale);
        expect(value.toString()).toBe(oracle.toFixed(value.scale));
      }),
    );
  });

  test('goes into JSON as a string', () => {
    expect(JSON.stringify({ amount: parse('1.500') })).toBe('{"amount":"1.500"}');
  });
});

describe('against bignumber.js', () => {
  const MODES = {
    up: BigNumber.ROUND_UP,
    down: BigNumber.ROUND_DOWN,
    'half-away': BigNumber.ROUND_HALF_UP,
    'half-even': BigNumber.ROUND_HALF_EVEN,
  } as const;
  test('sums, differences, products and comparisons are the same', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const scale = Math.max(a.scale, b.scale);
        expect(a.plus(b).toString()).toBe(fixed(oracle(a).plus(oracle(b)), scale));
        expect(a.minus(b).toString()).toBe(fixed(oracle(a).minus(oracle(b)), scale));
        expect(a.times(b).toString()).toBe(fixed(oracle(a).times(oracle(b)), a.scale + b.scale));
        expect(a.compare(b)).toBe(oracle(a).comparedTo(oracle(b)));
      }),
    );
  });

  test('quotients are the same in every rounding', () => {
    fc.assert(
      fc.property(amount, nonZero, amountScale, rounding, (dividend, divisor, scale, rounding) => {
        const Exact = BigNumber.clone({ DECIMAL_PLACES: scale, ROUNDING_MODE: MODES[rounding] });
        const expected = new Exact(dividend.toString()).div(divisor.toString());
        expect(dividend.dividedBy(divisor, scale, rounding).toString()).toBe(fixed(expected, scale));
      }),
      { numRuns: 1000 },
    );
  });

  test('roundings are the same', () => {
    fc.assert(
      fc.property(amount, amountScale, rounding, (value, scale, rounding) => {
        const expected = oracle(value).decimalPlaces(scale, MODES[rounding]);
        expect(value.round(scale, rounding).toString()).toBe(fixed(expected, scale));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('laws', () => {
  test('addition and multiplication are commutative and associative, and distribute', () => {
    fc.assert(
      fc.property(amount, amount, amount, (a, b, c) => {
        same(a.plus(b), b.plus(a));
        same(a.times(b), b.times(a));
        same(a.plus(b).plus(c), a.plus(b.plus(c)));
        same(a.times(b).times(c), a.times(b.times(c)));
        expect(a.times(b.plus(c)).equals(a.times(b).plus(a.times(c)))).toBe(true);
      }),
    );
  });

  test('subtraction undoes addition, and zero and one change nothing', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(a.minus(b).plus(b).equals(a)).toBe(true);
        same(a.minus(b), b.minus(a).negate());
        same(a.plus(Decimal.ZERO), a);
        same(a.times(Decimal.of(1n)), a);
        expect(a.minus(a).isZero).toBe(true);
      }),
    );
  });

  test('comparison is antisymmetric, agrees with the sign of the difference, and sees value, not scale', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const left = a.coefficient * 10n ** BigInt(b.scale);
        const right = b.coefficient * 10n ** BigInt(a.scale);
        const expected = left < right ? -1 : Number(left > right);
        expect(a.compare(b)).toBe(expected);
        expect(b.compare(a) + a.compare(b)).toBe(0);
        expect(a.equals(b)).toBe(expected === 0);
        expect(a.compare(a.trim())).toBe(0);
      }),
    );
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(a.compare(b)).toBe(a.minus(b).sign);
      }),
    );
    expect(parse('1.50').equals(parse('1.5'))).toBe(true);
  });

  test('sign, absolute value and negation agree', () => {
    fc.assert(
      fc.property(anyDecimal, (a) => {
        expect(a.sign).toBe(a.compare(Decimal.ZERO));
        expect(a.isZero).toBe(a.sign === 0);
        expect(a.abs().sign).toBe(abs(BigInt(a.sign)) === 1n ? 1 : 0);
        same(a.negate().negate(), a);
        same(a.sign < 0 ? a.negate() : a, a.abs());
      }),
    );
  });

  test('trimming keeps the value and leaves no zero at the end of a fraction', () => {
    fc.assert(
      fc.property(anyDecimal, (a) => {
        expect(a.trim().equals(a)).toBe(true);
        expect(a.trim().toString()).not.toMatch(/[.].*0$/);
      }),
    );
    expect(['0.000', '100', '-1.500', '10.0'].map((text) => parse(text).trim().toString())).toEqual([
      '0',
      '100',
      '-1.5',
      '10',
    ]);
  });

  test('rounding twice is rounding once, and a greater scale only adds zeros', () => {
    fc.assert(
      fc.property(amount, amountScale, rounding, (a, scale, rounding) => {
        const once = a.round(scale, rounding);
        same(once.round(scale, rounding), once);
        same(a.round(a.scale + scale, rounding).round(a.scale, rounding), a);
        expect(a.round(a.scale + scale, rounding).equals(a)).toBe(true);
        expect(once.scale).toBe(scale);
      }),
    );
  });
});

describe('rounding', () => {
  test.each<[string, Record<Rounding, string>]>([
    ['2.5', { 'half-even': '2', 'half-away': '3', down: '2', up: '3' }],
    ['-2.5', { 'half-even': '-2', 'half-away': '-3', down: '-2', up: '-3' }],
    ['3.5', { 'half-even': '4', 'half-away': '4', down: '3', up: '4' }],
    ['-3.5', { 'half-even': '-4', 'half-away': '-4', down: '-3', up: '-4' }],
    ['0.5', { 'half-even': '0', 'half-away': '1', down: '0', up: '1' }],
    ['-0.5', { 'half-even': '0', 'half-away': '-1', down: '0', up: '-1' }],
    ['2.4999', { 'half-even': '2', 'half-away': '2', down: '2', up: '3' }],
    ['-2.5001', { 'half-even': '-3', 'half-away': '-3', down: '-2', up: '-3' }],
    ['-0.0001', { 'half-even': '0', 'half-away': '0', down: '0', up: '-1' }],
    ['7.000', { 'half-even': '7', 'half-away': '7', down: '7', up: '7' }],
  ])('%s becomes what each mode promises, as a quotient too', (text, expected) => {
    for (const mode of ROUNDINGS) {
      expect(parse(text).round(0, mode).toString()).toBe(expected[mode]);
      expect(parse(text).dividedBy(Decimal.of(1n), 0, mode).toString()).toBe(expected[mode]);
      expect(parse(text).negate().dividedBy(Decimal.of(-1n), 0, mode).toString()).toBe(expected[mode]);
    }
  });

  test('a quotient is the only one that its rounding allows, by exact integer arithmetic', () => {
    fc.assert(
      fc.property(amount, nonZero, amountScale, rounding, (dividend, divisor, scale, rounding) => {
        const quotient = dividend.dividedBy(divisor, scale, rounding);
        const unit = abs(divisor.coefficient) * 10n ** BigInt(dividend.scale);
        const exact = abs(dividend.coefficient) * 10n ** BigInt(divisor.scale + scale);
        const steps = abs(quotient.coefficient);
        const excess = steps * unit - exact;

        const isTie = abs(excess) * 2n === unit;
        const isNearest = abs(excess) * 2n <= unit;
        const isAllowed = {
          down: excess <= 0n,
          up: excess >= 0n,
          'half-away': isNearest && (!isTie || excess > 0n),
          'half-even': isNearest && (!isTie || steps % 2n === 0n),
        };

        expect(isAllowed[rounding]).toBe(true);
        expect(abs(excess) < unit).toBe(true);
        expect(quotient.scale).toBe(scale);
        expect([0, dividend.sign * divisor.sign]).toContain(quotient.sign);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('bounds', () => {
  const LIMIT = 10n ** BigInt(MAX_DIGITS);
  const bounded = (coefficient: bigint, scale: number): [bigint, number] | 'refused' =>
    abs(coefficient) < LIMIT && scale <= MAX_SCALE ? [coefficient, scale] : 'refused';

  test('sums, differences and products are exact within the bounds and refused beyond them', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const scale = Math.max(a.scale, b.scale);
        const [left, right] = [coefficientAt(a, scale), coefficientAt(b, scale)];
        expect(outcome(() => a.plus(b))).toEqual(bounded(left + right, scale));
        expect(outcome(() => a.minus(b))).toEqual(bounded(left - right, scale));
        expect(outcome(() => a.times(b))).toEqual(bounded(a.coefficient * b.coefficient, a.scale + b.scale));
      }),
      { numRuns: 500 },
    );
  });

  test('truncated quotients and roundings are exact within the bounds and refused beyond them', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyScale, (a, b, scale) => {
        fc.pre(!b.isZero);
        const dividend = a.coefficient * 10n ** BigInt(b.scale + scale);
        const quotient = dividend / (b.coefficient * 10n ** BigInt(a.scale));
        expect(outcome(() => a.dividedBy(b, scale, 'down'))).toEqual(bounded(quotient, scale));
        const rounded = (a.coefficient * 10n ** BigInt(scale)) / 10n ** BigInt(a.scale);
        expect(outcome(() => a.round(scale, 'down'))).toEqual(bounded(rounded, scale));
      }),
      { numRuns: 500 },
    );
  });

  test('the greatest value is refused one step further', () => {
    const greatest = Decimal.of(LIMIT - 1n);
    const refusal = /at most 100 digits/;
    expect(() => greatest.plus(Decimal.of(1n))).toThrow(refusal);
    expect(() => greatest.negate().minus(Decimal.of(1n))).toThrow(refusal);
    expect(() => greatest.times(Decimal.of(10n))).toThrow(refusal);
    expect(() => greatest.round(1, 'down')).toThrow(refusal);
    expect(() => greatest.dividedBy(parse('0.1'), 0, 'down')).toThrow(refusal);
    expect(() => Decimal.of(LIMIT)).toThrow(refusal);
    expect(() => Decimal.of(-LIMIT)).toThrow(refusal);
    expect(greatest.negate().plus(greatest).isZero).toBe(true);
  });

  test.each([-1, 0.5, MAX_SCALE + 1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a scale of %d is refused',
    (scale) => {
      const one = Decimal.of(1n);
      const refusal = new RangeError(
        `A decimal has 0 to 60 decimals, not ${scale}; round it or its parts first.`,
      );
      expect(() => Decimal.of(1n, scale)).toThrow(refusal);
      expect(() => one.round(scale, 'down')).toThrow(refusal);
      expect(() => one.dividedBy(one, scale, 'down')).toThrow(refusal);
    },
  );

  test.each(ROUNDINGS)('division by zero is refused when rounding %s', (rounding) => {
    for (const zero of ['0', '0.00', '-0']) {
      expect(() => parse('1').dividedBy(parse(zero), 2, rounding)).toThrow(
        new RangeError('A decimal cannot be divided by zero.'),
      );
    }
  });
});

test('operators that would compare or join texts throw instead', () => {
  const [nine, ten] = [parse('9'), parse('10')];
  expect(() => nine < ten).toThrow(TypeError);
  expect(String(nine)).toBe('9');
});
