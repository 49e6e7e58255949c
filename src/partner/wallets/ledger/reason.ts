import type { EntryKind, ManualKind } from '../schema.ts';

interface Posted {
  readonly kind: EntryKind;
  readonly reference: string;
  /** Of a manual entry. */
  readonly reason: string | null;
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

const MANUAL: Readonly<Record<ManualKind, string>> = {
  clawback: 'Clawback',
  bonus: 'Bonus',
  write_off: 'Write-off',
};

const TITLES: Readonly<
  Record<Exclude<EntryKind, ManualKind | 'rebate' | 'disbursement' | 'return'>, string>
> = {
  reward: 'Rewards',
  second_level_reward: 'Second-level rewards',
  adjustment: 'Adjustments of rewards',
  commission: 'Commissions for shared accounts',
  progress: 'Progress reward',
};

/** Why an entry was posted: what a person wrote, or else from its reference. */
export function reasonOf({ kind, reference, reason: written, first_day, last_day }: Posted): Reason {
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
  if (kind === 'clawback' || kind === 'bonus' || kind === 'write_off')
    return { reason: `${MANUAL[kind]}: ${written}`, payout: null, rebate_group: null, period_start: null };
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`;
  return {
    reason: `${TITLES[kind]} for ${days}, payout ${number}`,
    payout: Number(number),
    rebate_group: null,
    period_start: null,
  };
}
