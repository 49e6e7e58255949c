import { Big } from 'big.js';

/** The sum of exact decimals. */
export const sumOf = (values: readonly string[]): string =>
  values.reduce((sum, value) => sum.plus(value), new Big(0)).toFixed();

/** What is left of a total without its parts. */
const restOf = (total: string, parts: readonly string[]): string =>
  new Big(total).minus(sumOf(parts)).toFixed();

/**
 * What is left at each place of the totals without the parts; undefined if nothing is left at any, and if the parts are all
 * groups: the server rounds some measures, so that the rounded parts need not add up to the rounded total.
 */
export function othersOf(
  totals: readonly string[],
  parts: readonly (readonly string[])[],
  groups: number,
): readonly string[] | undefined {
  if (parts.length >= groups) return undefined;
  const others = totals.map((total, place) =>
    restOf(
      total,
      parts.map((part) => part[place] ?? '0'),
    ),
  );
  return others.every((rest) => new Big(rest).eq(0)) ? undefined : others;
}

/** The longest value that a filter of the API takes. */
const LONGEST = 256;

/** The first groups that have a line of their own: each comes to something, and can be asked for alone. */
export const ownLines = <T extends { readonly value: string; readonly amount: string }>(
  groups: readonly T[],
  most: number,
): readonly T[] =>
  groups.filter(({ value, amount }) => value.length <= LONGEST && !new Big(amount).eq(0)).slice(0, most);
