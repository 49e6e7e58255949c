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
        Venues: 'Where assets are held, traded and paid out.',
        'Market data': 'Order books over all venues, and what assets are worth.',
        Withdrawals: 'Assets that leave a venue, under approval and exactly once.',
        Conversions: 'Assets exchanged for others at the venues.',
        Policies: 'Which withdrawals go through, which need approval and which are refused.',
        'Saved destinations': 'Addresses and bank accounts that are known by a name.',
        Exports: 'Files of what happened.',
        Webhooks: 'Events that are sent to where they are wanted.',
      },
      scopes: SCOPES.trading,
      endpoints,
      events,
      ignoreTrailingSlash: false,
    },
    dependencies,
  );
}
