import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { systemClock } from '../../src/kernel/index.ts';
import { createPartnerApp } from '../../src/partner/app.ts';
import { NO_ISSUER } from '../../src/partner/disbursements/testing/issuer.ts';
import { OFF_CHAIN } from '../../src/partner/disbursements/testing/off-chain.ts';
import { openTestFacts } from '../../src/partner/testing/facts.ts';
import {
  createSecrets,
  openAuth,
  type AuthOptions,
  type ServiceName,
} from '../../src/platform/auth/index.ts';
import type { ServiceDependencies } from '../../src/platform/http/index.ts';
import { LIMITS } from '../../src/platform/http/testing/app.ts';
import { openLocalStorage } from '../../src/platform/storage/index.ts';
import { openSender } from '../../src/platform/webhooks/index.ts';
import { createLogs, createMetrics } from '../../src/platform/telemetry/index.ts';
import { partnerEndpoints, partnerEvents, tradingEndpoints, tradingEvents } from '../../src/process/index.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { NO_KEYS } from '../../src/platform/personal-data/index.ts';
import { createTradingApp } from '../../src/trading/app.ts';
import { EventFeed } from '../../src/trading/events/index.ts';
import { openMarketData } from '../../src/trading/market-data/index.ts';
import { openVenues } from '../../src/trading/venues/index.ts';
import { VERSION } from '../../src/version.ts';

/** The bank profile of the examples. */
const BANK = {
  code: 'main',
  format: 'pain.001.001.09',
  name: 'Acme',
  iban: 'DE89370400440532013000',
} as const;

/** The other way to pay of the examples. */
const PAYPAL = { code: 'paypal', name: 'PayPal', account: 'E-mail address' };

export const URLS = { trading: 'http://127.0.0.1:8080', partner: 'http://127.0.0.1:8081' };

/** Both services over a database of their own, for the suite that calls it at the top of its file. */
export async function createServices(
  authOptions: Partial<AuthOptions> = {},
): Promise<Record<ServiceName, FastifyInstance>> {
  const database = authOptions.database ?? (await createTestDatabase());
  const logs = createLogs('silent');
  const secrets = createSecrets('a root secret that only the tests know');
  const auth = await openAuth({
    database,
    secrets,
    clock: systemClock,
    logger: logs.logger,
    tokenLifetimeMs: 300_000,
    countsForMs: 86_400_000,
    ...authOptions,
  });
  const venues = await openVenues({
    settings: [],
    env: {},
    db: database.db,
    clock: systemClock,
    logger: logs.logger,
  });
  const marketData = openMarketData({
    venues,
    db: database.db,
    clock: systemClock,
    logger: logs.logger,
  });
  const feed = new EventFeed({ db: database.db, clock: systemClock });
  const folder = makeFolder();
  const facts = await openTestFacts(folder, database.db);
  const dependencies = (service: ServiceName): ServiceDependencies => ({
    auth: auth.forService(service, URLS[service]),
    db: database.db,
    clock: systemClock,
    logs,
    metrics: createMetrics(),
    limits: {
      ...LIMITS,
      bodyBytes: 1_048_576,
      requestTimeoutMs: 10_000,
      readsPerMinute: 6000,
      writesPerMinute: 6000,
    },
    trustProxies: [],
    publicUrl: URLS[service],
    version: VERSION,
    probes: {},
  });
  const storage = openLocalStorage({ folder, secret: Buffer.alloc(32), publicUrl: URLS.trading });
  const webhooks = { secrets, sender: openSender({ allowPrivateAddresses: false }) };
  const services = {
    trading: createTradingApp(
      tradingEndpoints(
        { database, venues, marketData, feed, storage, webhooks, personal: NO_KEYS },
        { bound: 'default', maxSlippageBps: 100, isMailConfigured: true },
      ),
      tradingEvents,
      dependencies('trading'),
    ),
    partner: createPartnerApp(
      partnerEndpoints(facts, {
        memoryMib: 0,
        isMailConfigured: true,
        linkUrl: '',
        disbursements: {
          coolingOffHours: 72,
          minimums: [],
          banks: [BANK],
          methods: [PAYPAL],
          onChain: OFF_CHAIN,
          issuer: NO_ISSUER,
          personal: NO_KEYS,
        },
        webhooks,
      }),
      partnerEvents,
      dependencies('partner'),
    ),
  };
  afterAll(async () => {
    feed.close();
    await Promise.all(Object.values(services).map((app) => app.close()));
    await marketData.close();
    await auth.stop();
    await facts.close();
    await removeFolder(folder);
  });
  return services;
}
