import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marketDataEndpoints, openMarketData } from '../../src/trading/market-data/index.ts';
import { openVenues } from '../../src/trading/venues/index.ts';
import { CREDENTIALS } from '../../exchange/testing/start.ts';
import { serveFramed } from './frame.ts';

/** Order books of three venues, which are all the one exchange whose address is the argument. */
const [, , exchange = ''] = process.argv;

await serveFramed(async ({ database: { db }, clock, logger, metrics, folder }) => {
  const credentials = join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify(CREDENTIALS));
  const settings = ['one', 'three', 'two'].map((code) => ({
    code,
    tenant: 'default',
    kind: 'simulated' as const,
    exchange,
    account: 'MAIN',
    credentials: `file:${credentials}`,
  }));
  const venues = await openVenues({ settings, env: {}, db, clock, logger });
  const marketData = openMarketData({ venues, db, clock, logger });
  marketData.measure(metrics);
  return {
    endpoints: marketDataEndpoints(marketData),
    close: async () => {
      await marketData.close();
      await venues.close();
    },
  };
});
