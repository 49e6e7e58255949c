const DIGITS = '1000000000000000000';

/**
 * Expressions that order rows by the exact value of a quotient of two columns, neither of them negative: its whole
 * part, then its next 18 digits, then 18 more. Two quotients with divisors below 10^18 differ within those, and
 * nothing overflows while the divisor is below 10^20. All are null where there is nothing to divide by.
 */
export function exactQuotient(over: string, under: string): readonly [string, string, string] {
  const dividend = whole(over);
  const divisor = `nullif(${whole(under)}, 0)`;
  const first = next(`(${dividend} % ${divisor})`);
  const second = next(`(${first} % ${divisor})`);
  return [`${dividend} // ${divisor}`, `${first} // ${divisor}`, `${second} // ${divisor}`];
}

const next = (remainder: string): string => `(${remainder} * ${DIGITS})`;

/** A column as a whole number: a factor that is the same for all rows does not change their order. */
const whole = (column: string): string => `(${column} * 100000000)::hugeint`;
