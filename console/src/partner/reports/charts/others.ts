import { Big } from 'big.js';

/** The sum of exact decimals. */
export const sumOf = (values: readonly string[]): string =>
  values.reduce((sum, value) => sum.plus(value), new Big(0)).toFixed();

/** What is left of a total without its parts. */
export const restOf = (total: string, parts: readonly string[]): string =>
  new Big(total).minus(sumOf(parts)).toFixed();

/** What is left at each place of the totals without the parts; undefined if nothing is left at any. */
export function othersOf(
  totals: readonly string[],
  parts: readonly (readonly string[])[],
): readonly string[] | undefined {
  const others = totals.map((total, place) =>
    restOf(
      total,
      parts.map((part) => part[place] ?? '0'),
    ),
  );
  return others.every((rest) => new Big(rest).eq(0)) ? undefined : others;
}
