import type { ManagedDisbursement } from '@quaestor/sdk';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';

type Money = Pick<ManagedDisbursement, 'amount' | 'currency'>;

/** The exact sum of each currency, in the order in which they come, such as `1,250.5 EUR`. */
export function sumsOf(rows: readonly Money[]): string[] {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of rows)
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return Array.from(sums, ([currency, sum]) => `${groupDigits(sum.toFixed())} ${currency}`);
}
