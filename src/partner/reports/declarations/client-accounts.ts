import {
  amount,
  anyOf,
  anyOrderUpdated,
  containing,
  date,
  days,
  int,
  nullable,
  sumsUpdated,
  text,
  type Report,
} from '../query/index.ts';
import { CLIENT_FIELDS, CLIENT_FILTERS, LAST_TRADE, REWARD } from './client-columns.ts';
import {
  COUNT,
  currencies,
  REWARD_USD,
  summed,
  summedInOneCurrency,
  VOLUME_LOTS,
  VOLUME_MLN_USD,
} from './totals.ts';

export const clientAccounts: Report = {
  name: 'client_accounts',
  path: '/api/reports/clients/accounts/',
  operation: 'getClientAccounts',
  summary: 'Accounts of your clients',
  description:
    'One row for each real account of a client who came through a link of yours, with all that it has traded and what ' +
    'that earned on the first level.',
  reach: 'own',
  tellsUpdates: true,
  source: (scope) => `
    select a.client_account as client_account, c.client_uid as client_uid, c.country as client_country,
      c.link_code as link_code, a.partner_account as partner_account,
      m.account_name as partner_account_name, m.currency as partner_account_currency,
      a.account_type as client_account_type, a.platform as platform,
      cast(a.opened_at as date) as client_account_created,
      cast(t.last_trade as date) as client_account_last_trade, coalesce(t.volume_lots, 0) as volume_lots,
      coalesce(t.volume_mln_usd, 0) as volume_mln_usd, coalesce(t.reward, 0) as reward,
      coalesce(t.reward_usd, 0) as reward_usd, coalesce(a.comment, '') as comment${sumsUpdated(scope, ['a', 'c'], ['t'])}
    from ${scope.from('client_accounts')} a
    join ${scope.from('clients')} c on c.client_no = a.client_no
    join ${scope.from('own_accounts')} m on m.partner_account = a.partner_account
    left join (
      select account_no, max(closed_at) as last_trade, sum(volume_lots) as volume_lots,
        sum(volume_mln_usd) as volume_mln_usd, sum(reward) as reward, sum(reward_usd) as reward_usd${anyOrderUpdated(scope, 'traded')}
      from ${scope.from('orders')} traded group by account_no
    ) t on t.account_no = a.account_no
    where not coalesce(a.trial, false)`,
  filters: {
    client_account: anyOf('client_account', 'Only these client accounts.', '9001'),
    ...CLIENT_FILTERS,
    client_account_type: anyOf('client_account_type', 'Only these types.', 'standard'),
    platform: anyOf('platform', 'Only these trading platforms.', 'mt5'),
    ...days('client_account_created', 'client_account_created', 'the opening of the account'),
    ...days('client_account_last_trade', 'client_account_last_trade', 'the last trade'),
    comment: containing('comment', 'Only comments that contain this, in small or capital letters.', 'fair'),
  },
  fields: {
    client_account: text('The client account.', '9001'),
    ...CLIENT_FIELDS,
    partner_account_currency: text('Its currency, and so that of `reward`.', 'EUR'),
    client_account_type: text('The type of the account.', 'standard'),
    platform: text('The trading platform.', 'mt5'),
    client_account_created: date('When it was opened.', '2024-03-01'),
    client_account_last_trade: LAST_TRADE,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD,
    ...REWARD_USD,
    comment: text('Your note.', 'met at the fair'),
  },
  orderings: [
    'client_account',
    'client_uid',
    'client_country',
    'link_code',
    'partner_account',
    'partner_account_name',
    'client_account_type',
    'platform',
    'client_account_created',
    'client_account_last_trade',
    'volume_lots',
    'volume_mln_usd',
    'reward',
    'reward_usd',
    'comment',
  ],
  byDefault: ['client_account'],
  key: ['client_account'],
  totals: {
    name: 'totals',
    columns: ({ dialect }) => ({
      count: 'count(*)',
      clients_count: 'count(distinct client_uid)',
      ...summed('volume_lots', 'volume_mln_usd', 'reward_usd'),
      reward: summedInOneCurrency('reward', 'partner_account_currency'),
      partner_account_currency: dialect.listOf('partner_account_currency'),
    }),
    fields: {
      ...COUNT,
      clients_count: int('How many clients they belong to.', 2),
      ...VOLUME_LOTS,
      ...VOLUME_MLN_USD,
      reward: nullable(amount('In the currency of the rows; null where they have more than one.', 11.77)),
      ...REWARD_USD,
      partner_account_currency: currencies('partner_account_currency'),
    },
  },
};
