import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { DayQuery } from '../days.ts';
import { readBalanceHistory } from './read-history.ts';
import { BalanceHistory } from './schema.ts';

export function balanceEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/balances/history',
      operation: 'showBalanceHistory',
      tag: 'History',
      summary: 'What the venues held, by day, venue and asset',
      description:
        'Balances are kept every ten minutes and at the end of each day of UTC, together with the rates of that moment. A past ' +
        'day never changes. What is not known is null and never zero: `unread` and `unpriced` say why a sum is.',
      scope: 'venues:view',
      query: DayQuery,
      answers: { 200: { description: 'Every day of the period.', schema: BalanceHistory } },
      handle: async (context, { query }) => ({
        status: 200,
        body: await readBalanceHistory(context, query),
      }),
    }),
  ];
}
