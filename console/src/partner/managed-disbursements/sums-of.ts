import type { ManagedDisbursement } from '@quaestor/sdk';
import { Big } from 'big.js';

type Money = Pick<ManagedDisbursement, 'amount' | 'currency'>;

/** The exact sum of each currency, in the order in which they come. */
export function sumsOf(rows: readonly Money[]): readonly Money[] {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of rows)
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return Array.from(sums, ([currency, sum]) => ({ currency, amount: sum.toFixed() }));
}
