import {
  anyOf,
  anyOrderUpdated,
  anySent,
  containing,
  date,
  days,
  flag,
  int,
  nullable,
  sumsUpdated,
  text,
  type Report,
} from '../query/index.ts';
import { CLIENT_FIELDS, CLIENT_FILTERS, LAST_TRADE } from './client-columns.ts';
import { COUNT, REWARD_USD, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const ACCOUNTS_COUNT = { accounts_count: int('Real accounts.', 2) };

export const clients: Report = {
  name: 'clients',
  path: '/api/reports/clients/',
  operation: 'getClients',
  summary: 'Your clients, and what each has done',
  description: 'One row for each client who came through a link of yours. Trial accounts count nowhere.',
  reach: 'own',
  tellsUpdates: true,
  source: (scope) => `
    select c.client_uid as client_uid, c.country as client_country, c.link_code as link_code,
      c.partner_account as partner_account, coalesce(m.account_name, '') as partner_account_name,
      c.platform as platform, cast(c.registered_at as date) as reg_date,
      cast(k.client_no is not null as boolean) as kyc_passed, cast(d.first_deposit as date) as first_deposit_date,
      cast(t.first_trade as date) as trade_fn, cast(t.last_trade as date) as last_trade,
      coalesce(a.accounts_count, 0) as accounts_count, coalesce(t.volume_lots, 0) as volume_lots,
      coalesce(t.volume_mln_usd, 0) as volume_mln_usd, coalesce(t.reward_usd, 0) as reward_usd${sumsUpdated(scope, ['c'], ['k', 'a', 'd', 't'])}
    from ${scope.from('clients')} c
    left join ${scope.from('own_accounts')} m on m.partner_account = c.partner_account
    left join (
      select client_no${anySent(scope, 'checked')} from ${scope.from('kyc')} checked where result = 'passed' group by client_no
    ) k on k.client_no = c.client_no
    left join (
      select client_no, count(*) as accounts_count${anySent(scope, 'opened')} from ${scope.from('client_accounts')} opened
      where not coalesce(trial, false) group by client_no
    ) a on a.client_no = c.client_no
    left join (
      select client_no, min(deposited_at) as first_deposit${anySent(scope, 'paid')} from ${scope.from('deposits')} paid
      where trial is not true group by client_no
    ) d on d.client_no = c.client_no
    left join (
      select client_no, min(closed_at) as first_trade, max(closed_at) as last_trade, sum(volume_lots) as volume_lots,
        sum(volume_mln_usd) as volume_mln_usd, sum(reward_usd) as reward_usd${anyOrderUpdated(scope, 'traded')}
      from ${scope.from('orders')} traded where trial is not true group by client_no
    ) t on t.client_no = c.client_no`,
  filters: {
    ...CLIENT_FILTERS,
    client_uid_contains: containing(
      'client_uid',
      'Only clients whose uid contains this, in small or capital letters.',
      'u-',
    ),
    platform: anyOf('platform', 'Only clients who registered there.', 'web'),
    ...days('reg_date', 'reg_date', 'the registration'),
    ...days('trade_fn', 'trade_fn', 'the first trade'),
    ...days('last_trade', 'last_trade', 'the last trade'),
  },
  fields: {
    ...CLIENT_FIELDS,
    platform: text('Where the client registered.', 'web'),
    reg_date: date('When the client registered.', '2024-03-01'),
    kyc_passed: flag('Whether a check of the identity was passed.', true),
    first_deposit_date: nullable(date('When the first deposit was made; null before it.', '2024-03-02')),
    trade_fn: nullable(date('When the first order was closed; null before it.', '2024-03-04')),
    last_trade: LAST_TRADE,
    ...ACCOUNTS_COUNT,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD_USD,
  },
  orderings: [
    'client_uid',
    'client_country',
    'link_code',
    'partner_account',
    'partner_account_name',
    'platform',
    'reg_date',
    'first_deposit_date',
    'trade_fn',
    'last_trade',
    'accounts_count',
    'volume_lots',
    'volume_mln_usd',
    'reward_usd',
  ],
  byDefault: ['client_uid'],
  key: ['client_uid'],
  totals: {
    name: 'totals',
    columns: () => ({
      count: 'count(*)',
      ...summed('accounts_count', 'volume_lots', 'volume_mln_usd', 'reward_usd'),
    }),
    fields: { ...COUNT, ...ACCOUNTS_COUNT, ...VOLUME_LOTS, ...VOLUME_MLN_USD, ...REWARD_USD },
  },
};
