import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/index.ts';
import { createPartnerApp } from '../partner/app.ts';
import { loadFirstDemo } from '../partner/demo/index.ts';
import { isPartner } from '../partner/program/index.ts';
import { watchLog, type Facts } from '../partner/facts/index.ts';
import { openAuth, type ServiceName } from '../platform/auth/index.ts';
import { createMetricsApp, type Endpoint, type ServiceDependencies } from '../platform/http/index.ts';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { InUse } from '../platform/duckdb/index.ts';
import { DatabaseClock, type Database } from '../platform/postgres/index.ts';
import { watchStorage, type Storage } from '../platform/storage/index.ts';
import { createLogs, createMetrics, startTraces, type Logger } from '../platform/telemetry/index.ts';
import { openSender, startDeliveries, type Webhooks } from '../platform/webhooks/index.ts';
import { createTradingApp } from '../trading/app.ts';
import { EventFeed } from '../trading/events/index.ts';
import { openMarketData } from '../trading/market-data/index.ts';
import { openVenues, startDemoVenues, type VenueSettings } from '../trading/venues/index.ts';
import { VERSION } from '../version.ts';
import { consoleFolder } from './console-folder.ts';
import { operatorContext } from './context.ts';
import { makeDataFolder, openSecrets } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { ensureDemoCredentials } from './demo-credentials.ts';
import { inviteDemoPeople } from './demo-people.ts';
import { partnerEndpoints, tradingEndpoints } from './endpoints.ts';
import { tradingEvents } from './events.ts';
import { openFactStore } from './fact-store.ts';
import { openFiles } from './files.ts';
import { describeSkew, healthOf } from './health.ts';
import { startJobs, startWriterJobs } from './jobs.ts';
import { registerMetrics } from './metrics.ts';
import { checkPorts, listen, notePorts } from './ports.ts';
import { addressOf, peerAddress, publicUrl } from './public-url.ts';
import { startRestoreWatch } from './restores.ts';
import { startUpkeep } from './upkeep.ts';
import { configuredVenues } from './venues.ts';

export interface Running {
  /** Finishes what was begun, within the configured time, and lets go of everything. */
  readonly stop: () => Promise<void>;
}

/** How long a start waits for the fact store. */
const READY_WITHIN_MS = 10_000;

/** How long a stop waits for writes of facts before another process may write. */
const HAND_OVER_WITHIN_MS = 3_000;

type Say = (line: string) => void;
type Close = () => Promise<unknown>;

/**
 * Runs the roles of the configuration in this process. Resolves when all of them are ready. When the signal is aborted
 * before, it closes what it has opened, and rejects.
 */
export async function serve(config: Config, say: Say, signal: AbortSignal): Promise<Running> {
  const closers: Close[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const atStop = (close: Close): void => {
      closers.push(close);
      signal.throwIfAborted();
    };
    await start({ config, say, signal, atStop });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

interface Starting {
  readonly config: Config;
  readonly say: Say;
  readonly signal: AbortSignal;
  /** Throws if the process has to stop already. */
  readonly atStop: (close: Close) => void;
}

async function start({ config, say, signal, atStop }: Starting): Promise<void> {
  await checkPorts(config);
  const logs = createLogs(config.log.level);
  const { logger } = logs;
  const metrics = createMetrics();
  atStop(async () => logs.flush());

  if (config.telemetry.otlpUrl !== '') {
    const traces = await startTraces({ url: config.telemetry.otlpUrl, version: VERSION, logger });
    atStop(() => traces.stop());
  }
  const venueSettings = await findVenues(config, logger, atStop);
  const opened = await openDatabase(config, { own: true, say, waits: signal });
  atStop(() => opened.close());
  const { database } = opened;
  const { db } = database;
  const clock = await DatabaseClock.open({ db, onChange: (changed) => reportSkew(changed, logger) });
  atStop(async () => clock.stop());

  const secrets = await openSecrets(config);
  const { issuer, audience, clientId, clientSecret, tokenLifetimeSeconds, countsAsHours } = config.auth;
  const auth = await openAuth({
    database,
    secrets,
    clock,
    logger,
    tokenLifetimeMs: tokenLifetimeSeconds * 1000,
    countsForMs: countsAsHours * 3_600_000,
    externalIssuer: issuer === '' ? undefined : { issuer, audience },
    openIdClient: clientId === '' ? undefined : { clientId, clientSecret },
  });
  atStop(() => auth.stop());
  const credentialsPath = config.demo
    ? await ensureDemoCredentials(operatorContext(db), config.data)
    : undefined;
  const people = new Map<string, string>();
  for (const service of ['trading', 'partner'] as const) {
    if (!config.demo || !config.roles.includes(service)) continue;
    const invited = await inviteDemoPeople(operatorContext(db), service, publicUrl(config, service));
    for (const [login, link] of invited) people.set(login, link);
  }

  const venues = await openVenues({ settings: venueSettings, env: process.env, db, clock, logger });
  atStop(() => venues.close());

  const { storage, measure: measureStorage } = watchStorage(await openFiles(config, secrets));
  if (config.roles.includes('worker')) {
    // Before any job can send what a lost one may have sent.
    const watch = await startRestoreWatch({ config, database, storage, logger });
    atStop(() => watch.stop());
  }
  const webhooks: Webhooks = { secrets, sender: openSender(config.webhooks) };
  atStop(async () => webhooks.sender.close());
  const facts = config.roles.includes('partner')
    ? await findFacts({ config, database, storage, logger, atStop, say, signal })
    : undefined;

  // Requests and jobs end side by side, before anything they need.
  const fronts: Close[] = [];
  const stopping = new AbortController();
  const isServing = config.roles.some((role) => role !== 'worker');
  atStop(async () => {
    stopping.abort();
    // Balancers see that it is not ready, and send their requests elsewhere; those that come still are answered.
    if (isServing) await sleep(config.drainMs);
    await Promise.all(fronts.map((close) => close()));
  });
  const tenants = [...new Set(venueSettings.map(({ tenant }) => tenant))];
  const subscriptions = tenants.flatMap((tenant) =>
    config.marketData.symbols.map((symbol) => ({ tenant, symbol })),
  );
  const marketData = openMarketData({ venues, db, clock, logger, subscriptions });
  // Its streams would keep the requests from ending.
  fronts.push(() => marketData.close());
  const feed = new EventFeed({ db, clock });
  fronts.push(async () => feed.close());
  const resources = { config, database, clock, logger, storage, webhooks, venues, marketData, feed, facts };
  registerMetrics(metrics, { ...resources, auth });
  measureStorage(metrics);
  const health = { ...resources, stopping: stopping.signal };
  const addresses: string[] = [];
  const listening: Partial<Record<ServiceName | 'metrics', number>> = {};
  const open = async (
    name: ServiceName,
    create: (endpoints: readonly Endpoint[], dependencies: ServiceDependencies) => FastifyInstance,
    endpoints: readonly Endpoint[],
  ): Promise<void> => {
    const url = publicUrl(config, name);
    const app = create(endpoints, {
      auth: auth.forService(name, url, facts && ((uid) => isPartner(facts, uid))),
      db,
      clock,
      logs,
      metrics,
      limits: config.http,
      trustProxies: config.http.trustProxies,
      publicUrl: url,
      version: VERSION,
      consoleFolder: consoleFolder(name),
      ...healthOf(name, health),
    });
    fronts.push(() => drain(app, config.shutdownTimeoutMs));
    await listen(app, { name, ...config[name] });
    listening[name] = config[name].port;
    addresses.push(`  ${name.padEnd(9)} ${url}/console/    reference: ${url}/docs`);
  };
  if (config.roles.includes('trading')) {
    await open(
      'trading',
      (endpoints, dependencies) => createTradingApp(endpoints, tradingEvents, dependencies),
      tradingEndpoints(resources, config.conversions),
    );
  }
  if (facts) {
    await open(
      'partner',
      createPartnerApp,
      partnerEndpoints(facts, { ...config.reports, linkUrl: config.partner.linkUrl }),
    );
  }
  if (config.metrics.port > 0) {
    const app = createMetricsApp({
      db,
      clock,
      logs,
      metrics,
      limits: config.http,
      ...healthOf('process', health),
    });
    fronts.push(() => drain(app, config.shutdownTimeoutMs));
    await listen(app, { name: 'metrics', ...config.metrics });
    listening.metrics = config.metrics.port;
    addresses.push(`  metrics   ${addressOf(config.metrics)}/metrics`);
  }
  if (facts) {
    fronts.push(() => facts.lease.handOver(HAND_OVER_WITHIN_MS));
    const jobs = startWriterJobs(resources, facts);
    fronts.push(() => jobs.stop());
  }
  if (config.roles.includes('worker')) {
    const jobs = startJobs(resources);
    fronts.push(() => jobs.stop());
    const stopTimeoutMs = config.shutdownTimeoutMs;
    const options = { ...webhooks, database, clock, logger, random: Math.random, stopTimeoutMs };
    const deliveries = startDeliveries(options);
    fronts.push(() => deliveries.stop());
  }

  if (config.demo) await notePorts(config, listening);
  say(`Quaestor ${VERSION} is ready.`);
  for (const line of addresses) say(line);
  say(`  data      ${config.data}    (${opened.place})`);
  if (credentialsPath !== undefined) {
    say(`  secrets   ${credentialsPath}`);
    for (const [login, link] of people) say(`  ${login.padEnd(9)} ${link}`);
    say('Demo mode: no configuration file was found, so it listens on this machine only.');
  }
  say('Press Ctrl-C to stop.');
}

/** The venues of the configuration, or in demo mode three simulated ones, which start while the database does. */
async function findVenues(
  config: Config,
  logger: Logger,
  atStop: (close: Close) => void,
): Promise<readonly VenueSettings[]> {
  if (!config.roles.includes('trading') && !config.roles.includes('worker')) return [];
  if (!config.demo) return configuredVenues(config);
  makeDataFolder(config.data);
  const demo = await startDemoVenues({
    program: join(PACKAGE_ROOT, 'dist/exchange.js'),
    dataFolder: config.data,
    run: config.roles.includes('trading'),
    logger,
  });
  atStop(() => demo.stop());
  return demo.settings;
}

interface FindingFacts {
  readonly config: Config;
  readonly database: Database;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly atStop: (close: Close) => void;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** How long a start waits for a command that uses the fact store. */
const FREE_WITHIN_MS = 60_000;
const FREE_CHECK_MS = 500;

/** The fact store, which in demo mode is not empty. One that takes long to make is not waited for. */
async function findFacts({
  config,
  database,
  storage,
  logger,
  atStop,
  say,
  signal,
}: FindingFacts): Promise<Facts> {
  const onError = (error: unknown) => logger.error({ err: error }, 'the fact store failed and tries again');
  const { db, url } = database;
  const open = () => openFactStore(config, { db, storage, address: peerAddress(config), onError });
  const facts = await whenFree(open, say, signal);
  atStop(() => facts.close());
  const ready = facts.ready.then(
    () => true,
    (error: unknown) => {
      onError(error);
    },
  );
  const isReady = await Promise.race([ready, sleep(READY_WITHIN_MS, undefined, { ref: false })]);
  if (!isReady) say('The fact store is being made from the log; until then reports answer 503.');
  else if (config.demo && facts.lease.epoch !== undefined) await loadFirstDemo(operatorContext(facts));
  const watching = watchLog(facts, { url, onError });
  atStop(() => watching.stop());
  const upkeep = startUpkeep(facts, logger);
  atStop(() => upkeep.stop());
  return facts;
}

/** A command such as `import` may use the store for a while. */
async function whenFree<T>(open: () => Promise<T>, say: Say, signal: AbortSignal): Promise<T> {
  for (const deadline = performance.now() + FREE_WITHIN_MS; ;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() > deadline) throw error;
      if (deadline - performance.now() > FREE_WITHIN_MS - FREE_CHECK_MS)
        say(`${error.message} Waiting for it.`);
      await sleep(FREE_CHECK_MS, undefined, { signal });
    }
  }
}

const reportSkew = (clock: DatabaseClock, logger: Logger): void =>
  clock.isRight
    ? logger.warn('the clock of this machine is right again, and background jobs run')
    : logger.error(`${describeSkew(clock)} Until then this process runs no background jobs.`);

/** Waits for the requests under way; those that take longer than allowed lose their connection. */
async function drain(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close();
  clearTimeout(timer);
}
