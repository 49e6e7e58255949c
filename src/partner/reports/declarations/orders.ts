import { Type } from 'typebox';
import { Decimal } from '../../../kernel/index.ts';
import { isTicket } from '../../requests/index.ts';
import { FORMULAS } from '../../facts/kinds/index.ts';
import {
  addDays,
  amount,
  anyOf,
  date,
  datetime,
  decimalOf,
  nullable,
  oneOf,
  orderUpdated,
  text,
  type Ask,
  type Filter,
  type Report,
  type Writing,
} from '../query/index.ts';
import { COUNT, currencies, REWARD_USD, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const MOST_DAYS = 32;
const ORDER_ID = Type.String({
  pattern: '^(.+:\\d+|[1-9]\\d{0,15})$',
  maxLength: 256,
  'x-form': '<server>:<ticket> such as real-1:123456, or the ticket alone',
});
const tickets = (orderIds: readonly string[], { bind }: Writing): string =>
  orderIds
    .filter(isTicket)
    .map((ticket) => `cast(${bind(ticket)} as bigint)`)
    .join(', ');

const idsOf = ({ values }: Ask): string[] => (values['order_id'] ?? []) as string[];

const BY_ID: Filter = {
  ...anyOf(
    'order_id',
    'Only these orders, each as `<server>:<ticket>`, or as its ticket where no other server has the same; ' +
      'without dates, whenever they were closed.',
    'real-1:123456',
    ORDER_ID,
  ),
  condition: (values, writing) => {
    const ids = values as string[];
    const exact = ids.filter((id) => !isTicket(id)).map(writing.bind);
    const either = [
      ...(exact.length > 0 ? [`order_id in (${exact.join(', ')})`] : []),
      ...(ids.some(isTicket) ? [`ticket in (${tickets(ids, writing)})`] : []),
    ];
    return `(${either.join(' or ')})`;
  },
};
const HALF = Decimal.of(5n, 1);

export const orders: Report = {
  name: 'orders',
  path: '/api/reports/orders/',
  operation: 'getClientTransactions',
  summary: 'Closed orders of clients, and what each earned',
  description: 'Orders on trial accounts are left out. Newest first unless asked otherwise.',
  reach: 'own',
  tellsUpdates: true,
  source: (scope) => `
    select o.server as server, o.ticket as ticket, o.symbol as symbol, o.formula_code as formula_code,
      p.currency as currency, a.account_type as client_account_type, a.partner_account as partner_account,
      o.client_account as client_account, o.volume_lots as volume_lots, o.volume_mln_usd as volume_mln_usd,
      o.reward_usd as reward_usd, o.reward as reward, o.open_spread as open_spread, o.close_spread as close_spread,
      o.opened_at as open_date, o.closed_at as close_date,
      cast(o.closed_at as date) as date${orderUpdated(scope, 'o', 'a', 'p')}
    from ${scope.from('orders')} o
    join ${scope.from('client_accounts')} a on a.account_no = o.account_no
    join ${scope.from('partner_accounts')} p on p.partner_account = a.partner_account
    where o.trial is not true`,
  lookup: {
    column: 'order_id',
    add: (relation) => `select *, server || ':' || ticket as order_id from ${relation} named`,
  },
  period: {
    column: 'close_date',
    description:
      `At most ${MOST_DAYS} days; without dates, the last ${MOST_DAYS}, or all days where \`order_id\` or ` +
      '`updated_since` is given.',
    mostDays: MOST_DAYS,
    aliases: { from: 'reward_date_from', to: 'reward_date_to' },
    complete: ({ from, to }, today, query) => {
      const isByOther = 'order_id' in query || 'updated_since' in query;
      if (from === undefined && to === undefined && isByOther) return undefined;
      const last = to ?? (from === undefined ? today : addDays(from, MOST_DAYS - 1));
      return { from: from ?? addDays(last, 1 - MOST_DAYS), to: last };
    },
  },
  filters: {
    client_account: anyOf('client_account', 'Only these accounts.', '9001'),
    order_id: BY_ID,
  },
  candidates: {
    areAsked: (ask) => idsOf(ask).some(isTicket),
    select: (scope) => `
      select o.server || ':' || o.ticket as order_id from ${scope.from('orders')} o
      where o.trial is not true and o.ticket in (${tickets(idsOf(scope.ask), scope)}) order by order_id`,
  },
  fields: {
    order_id: text('`<server>:<ticket>`.', 'real-1:123456'),
    symbol: text('What was traded.', 'EURUSD'),
    formula_code: nullable(
      oneOf(FORMULAS, 'How the reward is computed; null where no tariff applies.', 'formula_forex'),
    ),
    currency: text('Of the partner account, and so of `reward`.', 'EUR'),
    client_account_type: text('The type of the account.', 'standard'),
    partner_account: text('The account that earns.', '700100'),
    client_account: text('The account that traded.', '9001'),
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    reward_usd: nullable(
      amount('What it earns; null while something that the formula needs is not known.', 12.75),
    ),
    reward: nullable(amount("The same in the partner account's currency.", 11.77)),
    open_spread: nullable(amount('In points, at opening.', 1.2)),
    close_spread: nullable(amount('In points, at closing.', 1.4)),
    avg_spread: {
      ...nullable(amount('Halfway between the two.', 1.3)),
      read: ({ open_spread: open = null, close_spread: close = null }) =>
        open === null || close === null ? null : decimalOf(open).plus(decimalOf(close)).times(HALF),
    },
    open_date: datetime('When it was opened.', '2024-03-04T10:00:00.000Z'),
    close_date: datetime('When it was closed.', '2024-03-04T15:30:00.000Z'),
    date: date('The day of the reward: the day it was closed.', '2024-03-04'),
  },
  orderings: [
    'symbol',
    'open_spread',
    'volume_lots',
    'volume_mln_usd',
    'date',
    'close_date',
    'open_date',
    'client_account',
    'reward',
    'reward_usd',
  ],
  byDefault: ['-close_date'],
  key: ['server', 'ticket'],
  totals: {
    name: 'totals',
    columns: ({ dialect }) => ({
      count: 'count(*)',
      client_account_type: `case when count(distinct client_account_type) = 1 then max(client_account_type) else '' end`,
      ...summed('reward_usd', 'volume_lots', 'volume_mln_usd'),
      currency: dialect.listOf('currency'),
    }),
    fields: {
      client_account_type: text(
        'The type that all share; empty where there are several or none.',
        'standard',
      ),
      ...COUNT,
      ...REWARD_USD,
      ...VOLUME_LOTS,
      ...VOLUME_MLN_USD,
      currency: currencies('currency'),
    },
  },
};
