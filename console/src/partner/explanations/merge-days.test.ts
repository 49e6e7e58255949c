import { expect, it } from 'vitest';
import { mergeDays } from './merge-days.ts';

const traded = (day: string, lots: string, reward: string) => ({
  group_fields: [day],
  volume_lots: lots,
  reward_usd: reward,
});
const nothing = {
  reward_usd: '0',
  second_level_reward_usd: '0',
  progress_reward_usd: '0',
  commission_usd: '0',
  commission_paid_usd: '0',
  adjustment_usd: '0',
  credited_usd: '0',
};
const second = { ...nothing, second_level_reward_usd: '1.5', credited_usd: '1.5' };
const paid = { ...nothing, reward_usd: '15', commission_paid_usd: '-3', credited_usd: '12' };
const received = { ...nothing, commission_usd: '2', credited_usd: '2' };

it('every day that was traded or credited is there once, the newest first', () => {
  const { days, since } = mergeDays(
    [traded('2024-03-01', '0', '0'), traded('2024-03-02', '1', '7.5'), traded('2024-03-04', '2', '15')],
    [
      { reward_date: '2024-03-05', ...second },
      { reward_date: '2024-03-04', ...paid },
      { reward_date: '2024-02-29', ...received },
    ],
  );
  expect(days).toEqual([
    { day: '2024-03-05', lots: '0', earned: '0', credited: second },
    { day: '2024-03-04', lots: '2', earned: '15', credited: paid },
    { day: '2024-03-02', lots: '1', earned: '7.5', credited: nothing },
    { day: '2024-02-29', lots: '0', earned: '0', credited: received },
  ]);
  expect(since).toBeUndefined();
});

const shown = (most: number, lists: Parameters<typeof mergeDays>) => {
  const { days, since } = mergeDays(lists[0], lists[1], most);
  return [since, ...days.map(({ day }) => day)];
};

it('where a list has no more room, no day is shown of which a part may be missing', () => {
  const orders = ['2024-03-09', '2024-03-08', '2024-03-05'].map((day) => traded(day, '1', '7.5'));
  const rewards = ['2024-03-09', '2024-03-07', '2024-03-01'].map((day) => ({ reward_date: day, ...paid }));
  const all = ['2024-03-09', '2024-03-08', '2024-03-07', '2024-03-05', '2024-03-01'];
  expect(shown(4, [orders, rewards])).toEqual([undefined, ...all]);
  // The orders of 1 March were not read.
  expect(shown(3, [orders, rewards])).toEqual(['2024-03-05', ...all.slice(0, 4)]);
  expect(shown(3, [orders, rewards.slice(0, 2)])).toEqual(['2024-03-05', ...all.slice(0, 4)]);
  // What was credited for 5 March was not read.
  expect(shown(2, [orders.slice(2), rewards.slice(0, 2)])).toEqual([
    '2024-03-07',
    '2024-03-09',
    '2024-03-07',
  ]);
});
