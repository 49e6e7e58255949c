import { Type } from 'typebox';
import { CREDITED_KINDS } from '../../crediting/index.ts';
import {
  amount,
  anyOf,
  nullable,
  oneOf,
  text,
  type Fields,
  type Lookup,
  type Totals,
} from '../query/index.ts';
import {
  COUNT,
  currencies,
  ORDERS_COUNT,
  REWARD_USD,
  summed,
  summedInOneCurrency,
  VOLUME_LOTS,
  VOLUME_MLN_USD,
} from './totals.ts';

/** The present names of the accounts that were credited. */
export const ACCOUNT_NAME: Lookup = {
  column: 'partner_account_name',
  add: (relation, { from }) => `select r.*, coalesce(m.account_name, '') as partner_account_name
    from ${relation} r left join ${from('own_accounts')} m on m.partner_account = r.partner_account`,
};

export const REWARD = { reward: amount('In the currency of the partner account.', 11.77) };

export const CREDITED_FIELDS = {
  client_account: text('The client account.', '9001'),
  client_account_type: text('The type of the client account.', 'standard'),
  client_uid: text('The client.', 'u-1'),
  country: text('Where the client lived when it was credited.', 'PT'),
  platform: text('The trading platform.', 'mt5'),
  currency: text('Of the partner account, and so of `reward`.', 'EUR'),
  link_code: text('The link the client came through.', 'a1b2c3'),
  partner_account: text('The account that was credited.', '700100'),
  partner_account_name: text('Its name.', 'Main'),
} as const satisfies Fields;

export const KIND = {
  kind: oneOf(
    CREDITED_KINDS,
    'What the row is: a `reward` for orders of your own clients, a `second_level_reward`, a `commission` for an account ' +
      'that is shared with you, a `commission_paid` to an agent, or an `adjustment` of a day that was credited before.',
    'reward',
  ),
};

export const BY_KIND = {
  kind: anyOf('kind', 'Only rows of these kinds.', 'adjustment', Type.Enum([...CREDITED_KINDS])),
};

export const CREDITED_TOTALS: Totals = {
  name: 'totals',
  columns: ({ dialect }) => ({
    count: 'count(*)',
    ...summed('orders_count', 'volume_mln_usd', 'volume_lots', 'reward_usd'),
    reward: summedInOneCurrency('reward', 'currency'),
    currency: dialect.listOf('currency'),
  }),
  fields: {
    ...COUNT,
    ...ORDERS_COUNT,
    ...VOLUME_MLN_USD,
    ...VOLUME_LOTS,
    reward: nullable(amount('In the currency of the rows; null where they have more than one.', 11.77)),
    ...REWARD_USD,
    currency: currencies('currency'),
  },
};
