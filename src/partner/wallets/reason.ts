import type { EntryKind } from './schema.ts';

interface Posted {
  readonly kind: EntryKind;
  readonly reference: string;
  /** The days of its payout; null for anything else. */
  readonly first_day: string | null;
  readonly last_day: string | null;
}

interface Reason {
  readonly reason: string;
  /** The number of the payout: `reward_order` in reports. */
  readonly payout: number | null;
  readonly rebate_group: number | null;
  readonly period_start: string | null;
}

const TITLES: Readonly<Record<Exclude<EntryKind, 'rebate' | 'disbursement' | 'return'>, string>> = {
  reward: 'Rewards',
  second_level_reward: 'Second-level rewards',
  adjustment: 'Adjustments of rewards',
  commission: 'Commissions for shared accounts',
  progress: 'Progress reward',
};

/** Why an entry was posted, from its reference. */
export function reasonOf({ kind, reference, first_day, last_day }: Posted): Reason {
  const [, number = '', period_start = null] = reference.split(':');
  if (kind === 'rebate') {
    return {
      reason: `Rebates of group ${number} for the period from ${period_start}`,
      payout: null,
      rebate_group: Number(number),
      period_start,
    };
  }
  if (kind === 'disbursement' || kind === 'return') {
    const reason = kind === 'return' ? `Return of disbursement ${number}` : `Disbursement ${number}`;
    return { reason, payout: null, rebate_group: null, period_start: null };
  }
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`;
  return {
    reason: `${TITLES[kind]} for ${days}, payout ${number}`,
    payout: Number(number),
    rebate_group: null,
    period_start: null,
  };
}
