import type { LedgerEntry } from '@quaestor/sdk';
import { Big } from 'big.js';

type Line = Pick<LedgerEntry, 'kind' | 'amount'>;

const PAID: ReadonlySet<Line['kind']> = new Set(['disbursement', 'return']);
/** What the partner gives to its clients is neither. */
const GIVEN: ReadonlySet<Line['kind']> = new Set(['rebate']);

/** What an account earned, and what was paid from it and did not come back. */
export function sumMonth(lines: readonly Line[]): { readonly earned: string; readonly paid: string } {
  let [earned, paid] = [new Big(0), new Big(0)];
  for (const { kind, amount } of lines) {
    if (PAID.has(kind)) paid = paid.minus(amount);
    else if (!GIVEN.has(kind)) earned = earned.plus(amount);
  }
  return { earned: earned.toFixed(), paid: paid.toFixed() };
}
