import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../platform/auth/index.ts';
import { createService, type ServiceDependencies } from '../platform/http/index.ts';
import { marketDataEndpoints, type MarketData } from './market-data/index.ts';
import { venueEndpoints, type Venues } from './venues/index.ts';

interface TradingDependencies extends ServiceDependencies {
  readonly venues: Venues;
  readonly marketData: MarketData;
}

/** The trading service: dependencies in, a ready HTTP application out. */
export function createTradingApp({
  venues,
  marketData,
  ...dependencies
}: TradingDependencies): FastifyInstance {
  return createService(
    {
      service: 'trading',
      title: 'Quaestor trading service',
      summary:
        'Withdrawals from venues under approval, conversions, one order book over all venues, exports.',
      tags: {
        Venues: 'Where assets are held, traded and paid out.',
        'Market data': 'Order books over all venues, and what assets are worth.',
      },
      scopes: SCOPES.trading,
      endpoints: [...venueEndpoints(venues), ...marketDataEndpoints(marketData)],
      ignoreTrailingSlash: false,
    },
    dependencies,
  );
}
