import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { DatabaseClock } from '../platform/postgres/index.ts';
import { watchStorage } from '../platform/storage/index.ts';
import { createLogs, createMetrics, startTraces } from '../platform/telemetry/index.ts';
import { openSender, startDeliveries } from '../platform/webhooks/index.ts';
import { EventFeed } from '../trading/events/index.ts';
import { openMarketData } from '../trading/market-data/index.ts';
import { openVenues } from '../trading/venues/index.ts';
import { VERSION } from '../version.ts';
import { openPersonalKeys, openSecrets } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { reportSkew } from './health.ts';
import { openFiles } from './files.ts';
import { startJobs, startWriterJobs } from './jobs.ts';
import { registerMetrics } from './metrics.ts';
import { Parts } from './parts.ts';
import { checkPorts, openServiceAuth, startServices } from './services/index.ts';
import { startRestoreWatch } from './restores.ts';
import { startFacts } from './facts/index.ts';
import { startVenues } from './venues.ts';
import {
  fillDemoPast,
  fillDemoPayments,
  openDemoMail,
  openInbox,
  payingOnChain,
  welcomeDemo,
} from './demo/index.ts';

export interface Running {
  /** Finishes what was begun, within the configured time, and lets go of everything. */
  readonly stop: () => Promise<void>;
}

/** How long a stop waits for writes of facts before another process may write. */
const HAND_OVER_WITHIN_MS = 3_000;

type Say = (line: string) => void;

interface ServeOptions {
  /** Whether the desk of a demo gets a past. */
  readonly fillsDesk?: boolean;
}

/**
 * Runs the roles of the configuration in this process. Resolves when all of them are ready. When the signal is aborted
 * before, it closes what it has opened, and rejects.
 */
export async function serve(
  config: Config,
  say: Say,
  signal: AbortSignal,
  options: ServeOptions = {},
): Promise<Running> {
  const parts = new Parts(signal);
  try {
    await start(parts, config, say, signal, options);
  } catch (error) {
    await parts.close();
    throw error;
  }
  return { stop: () => parts.close() };
}

async function start(
  parts: Parts,
  config: Config,
  say: Say,
  signal: AbortSignal,
  { fillsDesk = false }: ServeOptions,
): Promise<void> {
  const { roles, shutdownTimeoutMs } = config;
  await checkPorts(config);
  const logs = await parts.open(createLogs(config.log.level), (opened) => opened.flush());
  const { logger } = logs;
  const metrics = createMetrics();
  const { otlpUrl } = config.telemetry;
  if (otlpUrl !== '') {
    const starting = startTraces({ url: otlpUrl, version: VERSION, logger });
    await parts.open(starting, (traces) => traces.stop());
  }

  // The simulated venues of the demo start while the database does.
  const venueSettings = await startVenues(parts, config, logger);
  const opening = openDatabase(config, { own: true, say, waits: signal });
  const { database, place } = await parts.open(opening, (opened) => opened.close());
  const { db } = database;
  const clock = await parts.open(
    DatabaseClock.open({ db, onChange: (changed) => reportSkew(changed, logger) }),
    (opened) => opened.stop(),
  );
  const secrets = await openSecrets(config);
  const auth = await parts.open(openServiceAuth(config, { database, secrets, clock, logger }), (opened) =>
    opened.stop(),
  );
  const welcome = config.demo ? await welcomeDemo(config, db) : [];
  const venues = await parts.open(
    openVenues({ settings: venueSettings, env: process.env, db, clock, logger }),
    (opened) => opened.close(),
  );
  const storage = watchStorage(await openFiles(config, secrets), metrics);
  if (roles.includes('worker')) {
    // Before any job can send what a lost one may have sent.
    const watching = startRestoreWatch({ config, database, storage, logger });
    await parts.open(watching, (watch) => watch.stop());
  }
  const inbox =
    config.demo && roles.includes('worker')
      ? await parts.open(openInbox({ data: config.data, db, secrets }), (opened) => opened.close())
      : undefined;
  const sender = await parts.open(openSender({ ...config.webhooks, ownReceiver: inbox?.origin }), (opened) =>
    opened.close(),
  );
  const webhooks = { secrets, sender };
  const facts = roles.includes('partner')
    ? await startFacts(parts, { config, database, storage, logger, say, signal })
    : undefined;

  // Requests and jobs end side by side, before anything they need.
  const fronts = new Parts(signal);
  const stopping = new AbortController();
  const isServing = roles.some((role) => role !== 'worker');
  await parts.open(fronts, async () => {
    stopping.abort();
    // Balancers see that it is not ready, and send their requests elsewhere; those that come still are answered.
    if (isServing) await sleep(config.drainMs);
    await fronts.closeTogether();
  });
  const tenants = [...new Set(venueSettings.map(({ tenant }) => tenant))];
  const subscriptions = tenants.flatMap((tenant) =>
    config.marketData.symbols.map((symbol) => ({ tenant, symbol })),
  );
  // Its streams would keep the requests from ending.
  const marketData = await fronts.open(
    openMarketData({ venues, db, clock, logger, subscriptions }),
    (opened) => opened.close(),
  );
  const feed = await fronts.open(new EventFeed({ db, clock }), (opened) => opened.close());
  const personal = await openPersonalKeys(config);
  const settings = fillsDesk ? await payingOnChain(config) : config;
  const resources = {
    config: settings,
    database,
    clock,
    logger,
    storage,
    webhooks,
    personal,
    demoMail: inbox && openDemoMail(inbox),
    venues,
    marketData,
    feed,
    facts,
  };
  registerMetrics(metrics, { ...resources, auth });
  const addresses = await startServices(fronts, {
    ...resources,
    auth,
    logs,
    metrics,
    stopping: stopping.signal,
  });
  if (facts) {
    await fronts.open(facts.lease, (lease) => lease.handOver(HAND_OVER_WITHIN_MS));
    await fronts.open(startWriterJobs(resources, facts), (jobs) => jobs.stop());
  }
  if (roles.includes('worker')) {
    if (fillsDesk) {
      await fillDemoPast(resources, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        say(`The past of the demo could not be filled: ${String(error)}`);
      });
      await fillDemoPayments(resources).catch((error: unknown) => {
        signal.throwIfAborted();
        say(`No payment on chain could be made for the demo: ${String(error)}`);
      });
    }
    await fronts.open(startJobs(resources), (jobs) => jobs.stop());
    const options = { ...webhooks, database, clock, logger, random: Math.random };
    const deliveries = startDeliveries({ ...options, stopTimeoutMs: shutdownTimeoutMs });
    await fronts.open(deliveries, (started) => started.stop());
  }

  const lines = [
    ...addresses,
    ...(inbox ? [`  inbox     ${inbox.url}    (webhooks and mail of the demo)`] : []),
    `  data      ${config.data}    (${place})`,
    ...welcome,
  ];
  for (const line of [`Quaestor ${VERSION} is ready.`, ...lines, 'Press Ctrl-C to stop.']) say(line);
}
