import { SCOPES } from '../platform/auth/index.ts';
import { createService, type HttpApp, type ServiceDependencies } from '../platform/http/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { Webhooks } from '../platform/webhooks/index.ts';
import { conversionEndpoints } from './conversions/index.ts';
import { destinationEndpoints } from './destinations/index.ts';
import { exportEndpoints } from './exports/index.ts';
import { marketDataEndpoints, type MarketData } from './market-data/index.ts';
import { policyEndpoints } from './policies/index.ts';
import { createDirectory, venueEndpoints, type Venues } from './venues/index.ts';
import { webhookEndpoints } from './webhooks/index.ts';
import { withdrawalEndpoints } from './withdrawals/index.ts';

interface TradingDependencies extends ServiceDependencies {
  readonly venues: Venues;
  readonly marketData: MarketData;
  readonly storage: Storage;
  readonly webhooks: Webhooks;
}

/** The trading service: dependencies in, a ready HTTP application out. */
export function createTradingApp({
  venues,
  marketData,
  storage,
  webhooks,
  ...dependencies
}: TradingDependencies): HttpApp {
  const directory = createDirectory(venues, dependencies.db);
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
      endpoints: [
        ...venueEndpoints(venues),
        ...marketDataEndpoints(marketData),
        ...withdrawalEndpoints(directory),
        ...conversionEndpoints({ markets: marketData, venues: directory }),
        ...policyEndpoints(),
        ...destinationEndpoints(directory),
        ...exportEndpoints(storage),
        ...webhookEndpoints(webhooks),
      ],
      ignoreTrailingSlash: false,
    },
    dependencies,
  );
}
