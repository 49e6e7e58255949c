import { Big } from 'big.js';

export interface Balance {
  readonly asset: string;
  readonly total: string;
}

/** Adds up what the venues hold of each asset. */
export function totalsOf(rows: readonly Balance[]): Map<string, Big> {
  const totals = new Map<string, Big>();
  for (const { asset, total } of rows) totals.set(asset, (totals.get(asset) ?? new Big(0)).plus(total));
  return totals;
}

/** An amount in the currency of the valuation, in whole cents. */
export const valueOf = (amount: Big, rate: string): Big => amount.times(rate).round(2, Big.roundHalfEven);

export interface Held {
  readonly asset: string;
  readonly total: Big;
  /** Undefined while unknown; null where no venue has a price. */
  readonly value: Big | null | undefined;
}

/** What all of it is worth, and what has no price. Undefined while a value is unknown: a part is not the sum. */
export function worthOf(
  rows: readonly Held[],
): { readonly sum: Big; readonly unpriced: string[] } | undefined {
  const unpriced: string[] = [];
  let sum = new Big(0);
  for (const { asset, value } of rows) {
    if (value === undefined) return undefined;
    if (value === null) unpriced.push(asset);
    else sum = sum.plus(value);
  }
  return { sum, unpriced };
}
