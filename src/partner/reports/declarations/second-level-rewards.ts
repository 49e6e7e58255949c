import { amounts, anyOf, anyOrNone, datetime, days, text, textOf, type Report } from '../query/index.ts';
import { ACCOUNT_NAME, BY_KIND, CREDITED_FIELDS, CREDITED_TOTALS, KIND, REWARD } from './credited.ts';
import { ORDERS_COUNT, REWARD_USD, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const SUBPARTNERS = anyOf('partner_uid', 'Only accounts of these partners directly below.', 'P1002');

export const secondLevelRewards: Report = {
  name: 'second_level_rewards',
  path: '/api/v2/reports/rewards/secondlevel/',
  operation: 'getSecondLevelRewards',
  summary: 'Rewards that were credited for the clients of the partners below',
  description: 'One row for each account of a partner below, client account, day and payout.',
  reach: 'own',
  source: ({ from }) => `
    select id, client_account, client_account_type, client_uid, country, platform, currency, link_code, partner_account,
      subpartner_account, orders_count, reward, reward_usd, volume_lots, volume_mln_usd, reward_date, kind
    from ${from('credited_rewards')} where level = 2`,
  lookup: ACCOUNT_NAME,
  isStored: true,
  filters: {
    partner_account: anyOf('partner_account', 'Only these accounts of yours.', '700100'),
    partner_account_name: anyOrNone('partner_account_name', 'Only accounts of these names.', 'Main'),
    subpartner_account: anyOf('subpartner_account', 'Only these accounts below.', '700200'),
    subpartner_uid: {
      schema: SUBPARTNERS.schema,
      condition: (uids, visible) =>
        `subpartner_account in (
          select partner_account from ${visible.from('accounts_below')} where ${SUBPARTNERS.condition?.(uids, visible)}
        )`,
    },
    client_account: anyOf('client_account', 'Only these client accounts.', '9001'),
    client_account_type: anyOf('client_account_type', 'Only these types.', 'standard'),
    client_uid: anyOf('client_uid', 'Only these clients.', 'u-1'),
    country: anyOf('country', 'Only these countries.', 'PT'),
    platform: anyOf('platform', 'Only these trading platforms.', 'mt5'),
    link_code: anyOf('link_code', 'Only these links.', 'a1b2c3'),
    currency: anyOf('currency', 'Only these currencies.', 'EUR'),
    ...days('reward_date', 'reward_date', 'the orders'),
    ...amounts('reward_usd', 'reward_usd', '`reward_usd`'),
    ...amounts('volume_lots', 'volume_lots', 'volume in lots'),
    ...BY_KIND,
  },
  fields: {
    ...CREDITED_FIELDS,
    subpartner_account: text('The account of the partner below.', '700200'),
    ...ORDERS_COUNT,
    ...REWARD,
    ...REWARD_USD,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    reward_date: {
      ...datetime('The beginning of the day on which the orders were closed.', '2024-03-04T00:00:00.000Z'),
      read: ({ reward_date: day }) => new Date(textOf(day)),
    },
    ...KIND,
  },
  orderings: [
    'client_account',
    'client_account_type',
    'client_uid',
    'country',
    'platform',
    'currency',
    'link_code',
    'orders_count',
    'partner_account',
    'partner_account_name',
    'reward',
    'reward_date',
    'reward_usd',
    'subpartner_account',
    'volume_lots',
    'volume_mln_usd',
  ],
  byDefault: ['-reward_date'],
  key: ['id'],
  totals: CREDITED_TOTALS,
};
