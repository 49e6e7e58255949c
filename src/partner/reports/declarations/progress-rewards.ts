import { amount, datetime, decimalOf, flag, int, text, type Report } from '../query/index.ts';
import { COUNT } from './totals.ts';

export const progressRewards: Report = {
  name: 'progress_reward',
  path: '/api/reports/progress_reward/',
  operation: 'getProgressRewards',
  summary: 'Compensations that were paid for a better tier',
  description: 'The latest payment first. A later correction is a row of its own, with the difference.',
  reach: 'own',
  source: ({ from }) => `
    select compensation_id, reward_order, old_tier_group_id, new_tier_group_id, payment_date, compensation_period_start,
      compensation_period_end, compensation_amount, commission_percentage
    from ${from('progress_rewards')}`,
  filters: {},
  fields: {
    compensation_id: int('The compensation.', 501),
    old_tier_group_id: int('The tier before.', 2),
    new_tier_group_id: int('The tier after.', 3),
    payment_date: datetime('When it was paid.', '2024-04-05T00:00:00.000Z'),
    compensation_period_start: datetime('The first moment of the period.', '2024-03-01T00:00:00.000Z'),
    compensation_period_end: datetime('The last moment of the period.', '2024-03-31T23:59:59.999Z'),
    compensation_amount: amount('What all its orders were topped up by, in USD.', 120.5),
    commission_percentage: {
      ...text('What the new tier pays of the base reward.', '40'),
      read: ({ commission_percentage: share }) => decimalOf(share).trim().toString(),
    },
  },
  orderings: [
    'compensation_id',
    'old_tier_group_id',
    'new_tier_group_id',
    'payment_date',
    'compensation_period_start',
    'compensation_period_end',
    'compensation_amount',
    'commission_percentage',
  ],
  byDefault: ['-payment_date'],
  key: ['compensation_id', 'reward_order'],
  totals: {
    name: 'totals',
    columns: ({ from }) => ({
      count: 'count(*)',
      ab_test_enabled: `coalesce((select ab_test from ${from('own_partner')}), false)`,
    }),
    fields: {
      ...COUNT,
      ab_test_enabled: flag('Whether the partner takes part in a test of progress rewards.', false),
    },
  },
};
