import type { ProgressRewardRow, TierProgress } from '@quaestor/sdk';
import { Big } from 'big.js';

export interface Rise {
  readonly id: number;
  readonly before: number;
  readonly percentage: string;
  /** With all corrections of it. */
  readonly amount: string;
}

/** What was paid for the rise to the present tier; null if nothing was, or not yet. */
export function riseTo(
  { tier_group_id: present, since }: NonNullable<TierProgress['tier']>,
  rewards: readonly ProgressRewardRow[],
): Rise | null {
  const at = Date.parse(since);
  // Of several at one time, the last one decides the tier.
  const [last] = rewards
    .filter((row) => row.new_tier_group_id === present && Date.parse(row.payment_date) === at)
    .toSorted((a, b) => b.compensation_id - a.compensation_id);
  if (last === undefined) return null;
  const amount = rewards
    .filter(({ compensation_id: id }) => id === last.compensation_id)
    .reduce((sum, row) => sum.plus(row.compensation_amount), new Big(0));
  return {
    id: last.compensation_id,
    before: last.old_tier_group_id,
    percentage: last.commission_percentage,
    amount: amount.toFixed(),
  };
}
