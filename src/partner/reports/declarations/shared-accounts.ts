import {
  amount,
  anyOf,
  containing,
  date,
  days,
  int,
  nullable,
  onDay,
  text,
  type Report,
} from '../query/index.ts';
import { COUNT, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const COMMISSION = {
  agent_commission_usd: amount('What the agent gets of their first-level rewards, in USD.', 3.18),
};

const IS_SHARED = 'o.closed_at >= s.shared_from and (s.shared_to is null or o.closed_at < s.shared_to + 1)';
/** As a decimal: the literal 0.01 is a binary float in some engines. */
const ONE_PERCENT = "cast('0.01' as decimal(3, 2))";
const WHILE_SHARED = `filter (where ${IS_SHARED})`;
const WHILE_PAID = `filter (where ${IS_SHARED} and u.suspended_from is null)`;

export const sharedAccounts: Report = {
  name: 'shared_accounts',
  path: '/api/v3/reports/clients/shared/',
  operation: 'getSharedAccounts',
  summary: 'Client accounts that other partners share with you',
  description:
    'One row for each real client account. Volumes and commission are of the orders that were closed while it was ' +
    'shared. The commission is the percentage of their rewards, rounded for each order; crediting pays it to you day by ' +
    'day and takes it from the partner who shares the account.',
  reach: 'shared',
  source: ({ from }) => `
    select c.link_code as link_code, c.country as country, a.client_account as client_account,
      c.client_uid as client_uid, a.account_type as client_account_type, a.partner_account as partner_account,
      cast(c.registered_at as date) as reg_date, t.trade_fn as trade_fn,
      coalesce(t.volume_lots, 0) as volume_lots, coalesce(t.volume_mln_usd, 0) as volume_mln_usd,
      coalesce(t.agent_commission_usd, 0) as agent_commission_usd
    from ${from('shares')} s
    join ${from('client_accounts')} a on a.account_no = s.account_no
    join ${from('clients')} c on c.client_no = a.client_no
    left join (
      select o.account_no as account_no, cast(min(o.closed_at) as date) as trade_fn,
        sum(o.volume_lots) ${WHILE_SHARED} as volume_lots, sum(o.volume_mln_usd) ${WHILE_SHARED} as volume_mln_usd,
        sum(round(cast(o.reward_usd as decimal(28, 8)) * s.percent * ${ONE_PERCENT}, 8)) ${WHILE_PAID}
          as agent_commission_usd
      from ${from('orders')} o join ${from('shares')} s on s.account_no = o.account_no
      left join ${from('own_suspensions')} u
        on u.partner_uid = s.agent_uid and o.closed_at >= u.suspended_from
          and (u.suspended_to is null or o.closed_at < u.suspended_to + 1)
      group by o.account_no
    ) t on t.account_no = s.account_no
    where not coalesce(a.trial, false)`,
  filters: {
    client_account: anyOf('client_account', 'Only these client accounts.', '9001'),
    client_account_contains: containing(
      'client_account',
      'Only client accounts whose number contains this, in small or capital letters.',
      '900',
    ),
    client_account_type: anyOf('client_account_type', 'Only these types.', 'standard'),
    client_uid: anyOf('client_uid', 'Only these clients.', 'u-1'),
    country: anyOf('country', 'Only these countries.', 'PT'),
    partner_account: anyOf('partner_account', 'Only these accounts of the links.', '700100'),
    link_code: anyOf('link_code', 'Only these links.', 'a1b2c3'),
    reg_date: onDay('reg_date', 'The day of the registration.'),
    ...days('reg_date', 'reg_date', 'the registration'),
    trade_fn: onDay('trade_fn', 'The day of the first trade.'),
    ...days('trade_fn', 'trade_fn', 'the first trade'),
  },
  fields: {
    link_code: text('The link the client came through.', 'a1b2c3'),
    country: text('Where the client lives.', 'PT'),
    client_account: text('The client account.', '9001'),
    client_uid: text('The client.', 'u-1'),
    client_account_type: text('The type of the account.', 'standard'),
    partner_account: text('The account of the link.', '700100'),
    reg_date: date('When the client registered.', '2024-03-01'),
    trade_fn: nullable(date('When the first order of the account was closed; null before it.', '2024-03-04')),
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...COMMISSION,
  },
  orderings: [
    'client_account',
    'client_account_type',
    'country',
    'link_code',
    'agent_commission_usd',
    'volume_lots',
    'volume_mln_usd',
    'reg_date',
    'trade_fn',
  ],
  byDefault: ['client_account'],
  key: ['client_account'],
  totals: {
    name: 'totals',
    columns: () => ({
      count: 'count(*)',
      client_uid_count: 'count(distinct client_uid)',
      ...summed('volume_lots', 'volume_mln_usd', 'agent_commission_usd'),
    }),
    fields: {
      ...COUNT,
      client_uid_count: int('How many clients they belong to.', 2),
      ...VOLUME_LOTS,
      ...VOLUME_MLN_USD,
      ...COMMISSION,
    },
  },
};
