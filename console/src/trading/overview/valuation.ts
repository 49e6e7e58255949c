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
