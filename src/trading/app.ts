import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import { createService, type ServiceDependencies } from '../platform/http/index.ts';

/** The trading service: dependencies in, a ready HTTP application out. */
export function createTradingApp(dependencies: ServiceDependencies): FastifyInstance {
  return createService(
    {
      service: 'trading',
      title: 'Quaestor trading service',
      summary:
        'Withdrawals from venues under approval, conversions, one order book over all venues, exports.',
      tags: {},
      scopes: SCOPES.trading,
      endpoints: [],
      ignoreTrailingSlash: false,
    },
    dependencies,
  );
}
