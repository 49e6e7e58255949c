import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import { createService, type ServiceDependencies } from '../platform/http/index.ts';
import { venueEndpoints, type Venues } from './venues/index.ts';

interface TradingDependencies extends ServiceDependencies {
  readonly venues: Venues;
}

/** The trading service: dependencies in, a ready HTTP application out. */
export function createTradingApp({ venues, ...dependencies }: TradingDependencies): FastifyInstance {
  return createService(
    {
      service: 'trading',
      title: 'Quaestor trading service',
      summary:
        'Withdrawals from venues under approval, conversions, one order book over all venues, exports.',
      tags: { Venues: 'Where assets are held, traded and paid out.' },
      scopes: SCOPES.trading,
      endpoints: venueEndpoints(venues),
      ignoreTrailingSlash: false,
    },
    dependencies,
  );
}
