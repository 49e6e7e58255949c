import { anyOf, anyOrNone, containing, days, int, text, type Report } from '../query/index.ts';
import { LAST_TRADE } from './client-columns.ts';
import { COUNT, REWARD_USD, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const COUNTS = {
  clients_count: int('Clients whom they brought.', 12),
  accounts_count: int('Real accounts of those clients.', 15),
};

export const subpartners: Report = {
  name: 'subpartners',
  path: '/api/reports/subpartners/',
  operation: 'getSubpartners',
  summary: 'The partners below, and what each earned you on the second level',
  description:
    'One row for each partner directly below, with all that the clients there have traded. Trial accounts count nowhere.',
  reach: 'below',
  source: ({ from }) => `
    select p.partner_uid as subpartner_uid, coalesce(p.country, '') as country,
      coalesce(c.clients_count, 0) as clients_count, coalesce(a.accounts_count, 0) as accounts_count,
      cast(t.last_trade as date) as last_trade, coalesce(t.volume_lots, 0) as volume_lots,
      coalesce(t.volume_mln_usd, 0) as volume_mln_usd, coalesce(t.reward_usd, 0) as reward_usd
    from ${from('partners')} p
    left join (
      select partner_no, count(*) as clients_count from ${from('clients')} group by partner_no
    ) c on c.partner_no = p.partner_no
    left join (
      select partner_no, count(*) as accounts_count from ${from('client_accounts')}
      where not coalesce(trial, false) group by partner_no
    ) a on a.partner_no = p.partner_no
    left join (
      select partner_no, max(closed_at) as last_trade, sum(volume_lots) as volume_lots,
        sum(volume_mln_usd) as volume_mln_usd, sum(parent_reward_usd) as reward_usd
      from ${from('orders')} where trial is not true group by partner_no
    ) t on t.partner_no = p.partner_no`,
  filters: {
    subpartner_uid: anyOf('subpartner_uid', 'Only these partners below.', 'P1002'),
    subpartner_uid_contains: containing(
      'subpartner_uid',
      'Only partners below whose uid contains this, in small or capital letters.',
      'P10',
    ),
    country: anyOrNone('country', 'Only partners in these countries.', 'PT'),
    ...days('last_trade', 'last_trade', 'the last trade'),
  },
  fields: {
    subpartner_uid: text('The partner below.', 'P1002'),
    country: text('Where that partner is; empty if it is not known.', 'PT'),
    ...COUNTS,
    last_trade: LAST_TRADE,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD_USD,
  },
  orderings: [
    'subpartner_uid',
    'country',
    'clients_count',
    'accounts_count',
    'last_trade',
    'volume_lots',
    'volume_mln_usd',
    'reward_usd',
  ],
  byDefault: ['subpartner_uid'],
  key: ['subpartner_uid'],
  totals: {
    name: 'totals',
    columns: () => ({
      count: 'count(*)',
      ...summed('clients_count', 'accounts_count', 'volume_lots', 'volume_mln_usd', 'reward_usd'),
    }),
    fields: { ...COUNT, ...COUNTS, ...VOLUME_LOTS, ...VOLUME_MLN_USD, ...REWARD_USD },
  },
};
