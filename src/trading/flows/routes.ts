import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { DayQuery } from '../days.ts';
import { readFlows } from './read.ts';
import { Flows } from './schema.ts';

export function flowEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/flows',
      operation: 'showFlows',
      tag: 'History',
      summary: 'What came in, went out, was traded and was charged, by day, venue and asset',
      description:
        'Each is valued at the rate that was kept on its own day. Transfers between our own venues are apart: they are neither ' +
        'deposits nor withdrawals. What is not known is null and never zero.',
      scope: 'venue-transfer:view',
      query: DayQuery,
      answers: { 200: { description: 'Every day of the period.', schema: Flows } },
      handle: async (context, { query }) => ({ status: 200, body: await readFlows(context, query) }),
    }),
  ];
}
