import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import type { EventDefinition } from '../platform/events/index.ts';
import { createService, type Endpoint, type ServiceDependencies } from '../platform/http/index.ts';

export function createTradingApp(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
  dependencies: ServiceDependencies,
): FastifyInstance {
  return createService(
    {
      service: 'trading',
      title: 'Quaestor trading service',
      summary:
        'Withdrawals from venues under approval, conversions, one order book over all venues, exports.',
      tags: {
        Venues: 'Exchanges and banks that hold, trade and send assets.',
        'Market data': 'Order books of all venues, and indicative rates.',
        Withdrawals: 'Transfers of assets out of a venue, under approval, sent at most once.',
        Deposits: 'What arrives at a venue, as the venue shows it.',
        Transfers: 'Moves of assets between our own venues, open until they have arrived.',
        History: 'What the venues held and what moved, by day in one currency.',
        Conversions: 'Exchange of one asset for another across venues.',
        'Managed balances': 'Balances that are kept between bounds by proposals.',
        Policies: 'Rules that allow or refuse withdrawals or require approvals.',
        'Saved destinations': 'Named addresses and bank accounts.',
        Exports: 'Files of conversions, withdrawals and audit entries.',
        Filters: 'What the filters of lists and exports can refer to.',
        Audit: 'Who did what.',
        Jobs: 'Work in the background that needs a person.',
        Webhooks: 'Events sent to your URLs.',
        Events: 'What happens, as a stream.',
        Notices: 'Messages to people about what waits for them.',
      },
      scopes: SCOPES.trading,
      endpoints,
      events,
    },
    dependencies,
  );
}
