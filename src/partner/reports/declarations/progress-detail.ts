import { Type } from 'typebox';
import { amount, datetime, int, text, type Report, type Scope } from '../query/index.ts';
import { COUNT, summed } from './totals.ts';

const AMOUNT = { progress_reward_amount_usd: amount('What it is topped up by, in USD.', 2.5) };

const isAsked = ({ ask, bind }: Scope): string => `compensation_id = ${bind(ask.subject ?? null)}`;

/** As the tier change says now or, if it was voided after it was paid, as it was paid last. */
const periodOf = (scope: Scope, end: string): string => `coalesce(
    (select ${end} from ${scope.from('tier_changes')} where ${isAsked(scope)}),
    (select ${end} from ${scope.from('progress_rewards')} where ${isAsked(scope)} order by reward_order desc limit 1)
  )`;

const isIn = (scope: Scope, table: 'tier_changes' | 'progress_rewards'): string =>
  `exists (select 1 from ${scope.from(table)} where ${isAsked(scope)})`;

export const progressDetail: Report = {
  name: 'progress_reward_detail',
  path: '/api/reports/progress_reward/:compensation_id/detailed/',
  operation: 'getProgressRewardDetail',
  summary: 'The orders of one compensation, and what each was topped up by',
  description:
    'Each order is topped up by initial_reward_usd × (new_reward_size − old_reward_size) ÷ initial_reward_size.',
  reach: 'own',
  subject: {
    name: 'compensation_id',
    schema: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The compensation.',
      examples: [501],
    }),
    known: (scope) => `${isIn(scope, 'tier_changes')} or ${isIn(scope, 'progress_rewards')}`,
    unknown: (id) => `There is no compensation ${id}.`,
  },
  source: (scope) => `
    select id, client_account, account_type, reward_date, order_id, progress_reward_amount_usd, initial_reward_usd,
      initial_reward_size, old_reward_size, new_reward_size
    from ${scope.from('progress_reward_details')} where ${isAsked(scope)}`,
  isStored: true,
  filters: {},
  fields: {
    id: int('The row.', 42),
    client_account: text('The client account.', '9001'),
    account_type: text('Its type.', 'standard'),
    reward_date: datetime('When the order was closed.', '2024-03-04T15:30:00.000Z'),
    order_id: int('The ticket of the order.', 123_456),
    ...AMOUNT,
    initial_reward_usd: amount('What the order had earned, in USD.', 12.5),
    initial_reward_size: amount('The reward size on the day of the order.', 10),
    old_reward_size: amount('The reward size at the end of the period.', 10),
    new_reward_size: amount('The reward size on the day of payment.', 12),
  },
  orderings: ['progress_reward_amount_usd', 'reward_date'],
  byDefault: ['reward_date'],
  key: ['id'],
  totals: {
    name: 'totals',
    columns: (scope) => ({
      count: 'count(*)',
      ...summed('progress_reward_amount_usd'),
      progress_reward_period_start: periodOf(scope, 'compensation_period_start'),
      progress_reward_period_end: periodOf(scope, 'compensation_period_end'),
    }),
    fields: {
      ...COUNT,
      ...AMOUNT,
      progress_reward_period_start: datetime('The first moment of the period.', '2024-03-01T00:00:00.000Z'),
      progress_reward_period_end: datetime('The last moment of the period.', '2024-03-31T23:59:59.999Z'),
    },
  },
};
