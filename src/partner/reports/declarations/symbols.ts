import { anyOf, fromDay, text, toDay, type Report } from '../query/index.ts';
import { MONTH_TO_DATE } from './groups.ts';
import { COUNT, ORDERS_COUNT, REWARD_USD, summed, VOLUME_LOTS, VOLUME_MLN_USD } from './totals.ts';

const SUMS = ['volume_lots', 'volume_mln_usd', 'reward_usd'] as const;

export const symbols: Report = {
  name: 'symbols',
  path: '/api/reports/symbols/',
  operation: 'getSymbols',
  summary: 'What clients traded, and what each symbol earned',
  description:
    'One row for each symbol with orders that were closed in the period, with their first-level rewards. Orders on trial ' +
    'accounts are left out.',
  reach: 'own',
  source: ({ from, bind, ask: { period } }) => `
    select symbol, count(*) as orders_count, ${SUMS.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')}
    from ${from('orders')} where trial is not true
      and ${fromDay('closed_at', period?.from ?? '', bind)} and ${toDay('closed_at', period?.to ?? '', bind)}
    group by symbol`,
  period: MONTH_TO_DATE,
  filters: { symbol: anyOf('symbol', 'Only these symbols.', 'EURUSD') },
  fields: {
    symbol: text('What was traded.', 'EURUSD'),
    ...ORDERS_COUNT,
    ...VOLUME_LOTS,
    ...VOLUME_MLN_USD,
    ...REWARD_USD,
  },
  orderings: ['symbol', 'orders_count', ...SUMS],
  byDefault: ['symbol'],
  key: ['symbol'],
  totals: {
    name: 'totals',
    columns: () => ({ count: 'count(*)', ...summed('orders_count', ...SUMS) }),
    fields: { ...COUNT, ...ORDERS_COUNT, ...VOLUME_LOTS, ...VOLUME_MLN_USD, ...REWARD_USD },
  },
};
