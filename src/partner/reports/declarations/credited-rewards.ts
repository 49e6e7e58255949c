import {
  amounts,
  anyOf,
  anyOrNone,
  date,
  datetime,
  days,
  decimalOf,
  int,
  integer,
  text,
  type Report,
  type Totals,
} from '../query/index.ts';
import { ACCOUNT_NAME, BY_KIND, CREDITED_FIELDS, CREDITED_TOTALS, KIND, REWARD } from './credited.ts';
import { ORDERS_COUNT, REWARD_USD, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const { client_account, client_account_type, client_uid, country, currency, link_code } = CREDITED_FIELDS;
const { partner_account, partner_account_name, platform } = CREDITED_FIELDS;

/**
 * The parent of a partner can also be the agent of an account of that partner: the orders of a day are then behind two
 * rows. Both are for all orders of the account and day whose reward is known, so the smaller number was counted twice.
 */
const COUNTED_TWICE = `
  select sum(sign(below) * least(abs(below), abs(shared))) from (
    select sum(case when level = 2 then orders_count else 0 end) as below,
      sum(case when agent_uid is not null then orders_count else 0 end) as shared
    from matched where client_account in (select client_account from matched where agent_uid is not null)
    group by client_account, reward_date
  ) counted where below * shared > 0`;

const TOTALS: Totals = {
  ...CREDITED_TOTALS,
  columns: (scope) => ({
    ...CREDITED_TOTALS.columns(scope),
    orders_count: `coalesce(sum(orders_count), 0) - coalesce((${COUNTED_TWICE}), 0)`,
  }),
  fields: {
    ...CREDITED_TOTALS.fields,
    orders_count: int('Orders. One that earned both a second-level reward and a commission counts once.', 7),
  },
};

export const creditedRewards: Report = {
  name: 'rewards',
  path: '/api/reports/rewards/',
  operation: 'getCreditedRewards',
  summary: 'Rewards that were credited',
  description:
    'One row for each partner account, client account, day and payout, on both levels; with `subpartner_account`, ' +
    'only second-level ones. `kind` says what a row is. A later correction of facts is a row of its own, with the ' +
    'difference. Of a client account that is shared, the commission is a row of the agent and a negative row, without ' +
    'orders and volume, of the partner who shares it.',
  reach: 'own',
  source: ({ from }) => `
    select id, reward_date, reward_datetime, partner_account, subpartner_account, client_account_type, country, platform,
      client_uid, currency, reward_order, client_account, link_code, volume_lots, volume_mln_usd, reward, reward_usd,
      orders_count, kind, level, agent_uid
    from ${from('credited_rewards')}`,
  lookup: ACCOUNT_NAME,
  isStored: true,
  filters: {
    partner_account: anyOf('partner_account', 'Only these accounts.', '700100'),
    client_account: anyOf('client_account', 'Only these client accounts.', '9001'),
    client_account_type: anyOf('client_account_type', 'Only these types.', 'standard'),
    country: anyOf('country', 'Only these countries.', 'PT'),
    client_uid: anyOf('client_uid', 'Only these clients.', 'u-1'),
    subpartner_account: anyOf('subpartner_account', 'Only what came through these accounts below.', '700200'),
    platform: anyOf('platform', 'Only these trading platforms.', 'mt5'),
    partner_account_name: anyOrNone('partner_account_name', 'Only accounts of these names.', 'Main'),
    currency: anyOf('currency', 'Only these currencies.', 'EUR'),
    reward_order: integer('reward_order', 'Only this payout.', 17),
    ...days('reward_date', 'reward_date', 'the orders'),
    ...amounts('volume_lots', 'volume_lots', 'volume in lots'),
    ...amounts('commission', 'reward', '`reward`'),
    ...amounts('commission_usd', 'reward_usd', '`reward_usd`'),
    link_code: anyOf('link_code', 'Only these links.', 'a1b2c3'),
    ...BY_KIND,
  },
  fields: {
    id: int('The row.', 4711),
    reward_date: date('The day on which the orders were closed.', '2024-03-04'),
    reward_datetime: datetime('When it was credited.', '2024-03-05T00:15:00.000Z'),
    partner_account,
    client_account_type,
    country,
    platform,
    client_uid,
    currency,
    reward_order: {
      ...text('The number of the payout.', '17'),
      read: ({ reward_order: number }) => decimalOf(number).toString(),
    },
    partner_account_name,
    client_account,
    link_code,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD,
    ...REWARD_USD,
    ...ORDERS_COUNT,
    ...KIND,
  },
  orderings: [
    'client_account',
    'client_account_type',
    'client_uid',
    'country',
    'currency',
    'link_code',
    'orders_count',
    'partner_account',
    'partner_account_name',
    'reward',
    'reward_date',
    'reward_order',
    'reward_usd',
    'subpartner_account',
    'volume_lots',
    'volume_mln_usd',
  ],
  byDefault: ['-reward_date'],
  key: ['id'],
  totals: TOTALS,
};
