import type { PerformanceRow, RewardDay } from '@quaestor/sdk';

/** What the orders of own clients earned on a day, and all that was credited for it, by kind. */
export interface EarnedDay {
  readonly day: string;
  readonly lots: string;
  readonly earned: string;
  readonly credited: Credited;
}

type Credited = Omit<RewardDay, 'reward_date'>;
type Traded = Pick<PerformanceRow, 'group_fields' | 'volume_lots' | 'reward_usd'>;

const NOTHING: Credited = {
  reward_usd: '0',
  second_level_reward_usd: '0',
  progress_reward_usd: '0',
  commission_usd: '0',
  commission_paid_usd: '0',
  adjustment_usd: '0',
  credited_usd: '0',
};

interface EarnedDays {
  readonly days: readonly EarnedDay[];
  /** The first of them if there may be more before, of which not everything was read. */
  readonly since: string | undefined;
}

/** As many days as the API lists of each, the newest first. */
export const MOST_DAYS = 1_000;

/** The days on which own clients traded or for which anything was credited, the newest first. */
export function mergeDays(
  traded: readonly Traded[],
  credited: readonly RewardDay[],
  most = MOST_DAYS,
): EarnedDays {
  const listed = [
    traded.map(({ group_fields: [day = ''] }) => day),
    credited.map((each) => each.reward_date),
  ];
  // A list that is full ends before the other.
  const since = listed
    .flatMap((each) => (each.length < most ? [] : (each.at(-1) ?? [])))
    .toSorted()
    .at(-1);
  const days = new Map<string, EarnedDay>();
  for (const { group_fields: of, volume_lots: lots, reward_usd: earned } of traded) {
    const [day = ''] = of;
    if (lots === '0' && earned === '0') continue;
    days.set(day, { day, lots, earned, credited: NOTHING });
  }
  for (const { reward_date: day, ...sums } of credited) {
    const own = days.get(day) ?? { day, lots: '0', earned: '0' };
    days.set(day, { ...own, credited: sums });
  }
  return {
    days: [...days.values()]
      .filter(({ day }) => since === undefined || day >= since)
      .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    since,
  };
}
