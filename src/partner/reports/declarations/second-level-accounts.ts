import { sha256 } from '../../../kernel/index.ts';
import { ACCOUNT_ORDER } from '../../facts/store/index.ts';
import {
  amount,
  anyOf,
  anyOrNone,
  containing,
  date,
  days,
  int,
  nullable,
  text,
  textOf,
  type Report,
} from '../query/index.ts';
import { COUNT, currencies, REWARD_USD, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const REWARD = { reward: amount('Second-level rewards, in the currency of the partner account.', 1.18) };

/** As many bytes of a hash as a number holds exactly. */
const ID_BYTES = 6;

export const secondLevelAccounts: Report = {
  name: 'second_level_accounts',
  path: '/api/reports/clients/accounts/second-level/',
  operation: 'getSecondLevelAccounts',
  summary: 'Client accounts of the partners below',
  description:
    'One row for each real client account that a partner below brought, with all that it has traded and what that ' +
    'earned on the second level. The partner account is the one that second-level rewards go to.',
  reach: 'below',
  source: ({ from }) => `
    select coalesce(m.partner_account, '') as partner_account, coalesce(m.account_name, '') as partner_account_name,
      coalesce(m.currency, '') as partner_account_currency, p.partner_uid as subpartner_uid,
      a.partner_account as subpartner_account, c.client_uid as client_uid, a.client_account as client_account,
      c.country as client_country, a.platform as platform,
      cast(a.opened_at as date) as client_account_created,
      cast(t.last_trade as date) as client_account_last_trade,
      coalesce(t.volume_lots, 0) as volume_lots, coalesce(t.volume_mln_usd, 0) as volume_mln_usd,
      coalesce(t.reward, 0) as reward, coalesce(t.reward_usd, 0) as reward_usd, coalesce(a.comment, '') as comment
    from ${from('client_accounts')} a
    join ${from('partners')} p on p.partner_no = a.partner_no
    join ${from('clients')} c on c.client_no = a.client_no
    left join (
      select account_no, max(closed_at) as last_trade, sum(volume_lots) as volume_lots,
        sum(volume_mln_usd) as volume_mln_usd, sum(parent_reward) as reward, sum(parent_reward_usd) as reward_usd
      from ${from('orders')} group by account_no
    ) t on t.account_no = a.account_no
    left join (
      select partner_account, account_name, currency from ${from('own_accounts')} order by ${ACCOUNT_ORDER} limit 1
    ) m on true
    where not coalesce(a.trial, false)`,
  filters: {
    partner_account: anyOrNone('partner_account', 'Only these accounts of yours.', '700100'),
    partner_account_name: anyOrNone('partner_account_name', 'Only accounts of these names.', 'Main'),
    subpartner_uid: anyOf('subpartner_uid', 'Only these partners below.', 'P1002'),
    subpartner_account: anyOf('subpartner_account', 'Only these accounts of theirs.', '700200'),
    client_uid: anyOf('client_uid', 'Only these clients.', 'u-1'),
    client_account: anyOf('client_account', 'Only these client accounts.', '9001'),
    client_country: anyOf('client_country', 'Only these countries.', 'PT'),
    platform: anyOf('platform', 'Only these trading platforms.', 'mt5'),
    ...days('client_account_created', 'client_account_created', 'the opening of the account'),
    ...days('client_account_last_trade', 'client_account_last_trade', 'the last trade'),
    comment: containing('comment', 'Only comments that contain this, in small or capital letters.', 'fair'),
  },
  fields: {
    id: {
      ...int('Always the same for the same client account.', 123_456_789),
      read: ({ client_account }) => sha256(textOf(client_account)).readUIntBE(0, ID_BYTES),
    },
    partner_account: text('The account that second-level rewards go to.', '700100'),
    partner_account_name: text('Its name.', 'Main'),
    partner_account_currency: text('Its currency, and so that of `reward`.', 'EUR'),
    subpartner_uid: text('The partner below.', 'P1002'),
    subpartner_account: text('The account of that partner which earns from the client.', '700200'),
    client_uid: text('The client.', 'u-1'),
    client_account: text('The client account.', '9001'),
    client_country: text('Where the client lives.', 'PT'),
    platform: text('The trading platform.', 'mt5'),
    client_account_created: date('When it was opened.', '2024-03-01'),
    client_account_last_trade: nullable(
      date('When its last order was closed; null before the first.', '2024-03-04'),
    ),
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD,
    ...REWARD_USD,
    comment: text("The partner's note.", 'met at the fair'),
  },
  orderings: [
    'partner_account_name',
    'partner_account',
    'subpartner_uid',
    'subpartner_account',
    'client_uid',
    'client_country',
    'platform',
    'client_account',
    'client_account_last_trade',
    'client_account_created',
    'volume_lots',
    'volume_mln_usd',
    'reward',
    'reward_usd',
    'comment',
  ],
  byDefault: ['client_account'],
  key: ['client_account'],
  totals: {
    name: 'meta',
    columns: ({ dialect }) => ({
      count: 'count(*)',
      clients_count: 'count(distinct client_uid)',
      ...summed('volume_mln_usd', 'volume_lots', 'reward', 'reward_usd'),
      // A parent without an account has no currency.
      partner_account_currency: dialect.listOf('partner_account_currency', "partner_account_currency <> ''"),
    }),
    fields: {
      ...COUNT,
      clients_count: int('How many clients they belong to.', 2),
      ...VOLUME_MLN_USD,
      ...VOLUME_LOTS,
      ...REWARD,
      ...REWARD_USD,
      partner_account_currency: currencies('partner_account_currency'),
    },
  },
};
