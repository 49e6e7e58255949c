import type { PerformanceRow, RewardDay } from '@quaestor/sdk';

/** What a day earned: the first level by its orders, the rest by what was credited for it. */
export interface EarnedDay {
  readonly day: string;
  readonly lots: string;
  readonly millions: string;
  readonly first: string;
  readonly second: string;
  readonly commission: string;
}

type Traded = Pick<PerformanceRow, 'group_fields' | 'volume_lots' | 'volume_mln_usd' | 'reward_usd'>;

/** The days on which own clients traded or for which anything was credited, the newest first. */
export function mergeDays(traded: readonly Traded[], credited: readonly RewardDay[]): EarnedDay[] {
  const days = new Map<string, EarnedDay>();
  for (const { group_fields: of, volume_lots: lots, volume_mln_usd: millions, reward_usd: first } of traded) {
    const [day = ''] = of;
    if (lots === '0' && first === '0') continue;
    days.set(day, { day, lots, millions, first, second: '0', commission: '0' });
  }
  for (const { reward_date: day, second_level_reward_usd: second, commission_usd: commission } of credited) {
    const own = days.get(day) ?? { day, lots: '0', millions: '0', first: '0' };
    days.set(day, { ...own, second, commission });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1));
}
