const DIGITS = '1000000000000000000';

/**
 * Returns expressions that order rows by the exact quotient of two non-negative columns: the integer part, the next 18
 * digits and 18 more. Two different quotients with divisors below 10^18 differ within these digits, and nothing overflows
 * for divisors below 10^20. All are null for a divisor of zero.
 */
export function exactQuotient(over: string, under: string): readonly [string, string, string] {
  const dividend = whole(over);
  const divisor = `nullif(${whole(under)}, 0)`;
  const first = next(`(${dividend} % ${divisor})`);
  const second = next(`(${first} % ${divisor})`);
  return [`${dividend} // ${divisor}`, `${first} // ${divisor}`, `${second} // ${divisor}`];
}

const next = (remainder: string): string => `(${remainder} * ${DIGITS})`;

/** Scales a column to an integer: a common factor does not change the order. */
const whole = (column: string): string => `(${column} * 100000000)::hugeint`;
