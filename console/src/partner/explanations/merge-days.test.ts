import { expect, it } from 'vitest';
import { mergeDays } from './merge-days.ts';

const traded = (day: string, lots: string, reward: string) => ({
  group_fields: [day],
  volume_lots: lots,
  volume_mln_usd: '0.1',
  reward_usd: reward,
});
const credited = (day: string, second: string, commission: string) => ({
  reward_date: day,
  reward_usd: '0',
  second_level_reward_usd: second,
  commission_usd: commission,
});

it('every day that was traded or credited is there once, the newest first', () => {
  const days = mergeDays(
    [traded('2024-03-01', '0', '0'), traded('2024-03-02', '1', '7.5'), traded('2024-03-04', '2', '15')],
    [credited('2024-03-05', '1.5', '0'), credited('2024-03-04', '0', '-3'), credited('2024-02-29', '0', '2')],
  );
  expect(days).toEqual([
    { day: '2024-03-05', lots: '0', millions: '0', first: '0', second: '1.5', commission: '0' },
    { day: '2024-03-04', lots: '2', millions: '0.1', first: '15', second: '0', commission: '-3' },
    { day: '2024-03-02', lots: '1', millions: '0.1', first: '7.5', second: '0', commission: '0' },
    { day: '2024-02-29', lots: '0', millions: '0', first: '0', second: '0', commission: '2' },
  ]);
});
