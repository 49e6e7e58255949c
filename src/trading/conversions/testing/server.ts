import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../kernel/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { createLogs } from '../../../platform/telemetry/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import { openMarketData } from '../../market-data/index.ts';
import { createDirectory, openVenues, type VenueSettings } from '../../venues/index.ts';
import { conversionJobs } from '../index.ts';

/** The configuration of a server. */
export interface ServerOptions {
  readonly databaseUrl: string;
  /** Of the tenant `acme`. */
  readonly settings: readonly VenueSettings[];
  readonly callTimeoutMs: number;
}

const READY_WITHIN_MS = 30_000;

/** A process that works on conversions, starts quickly and can be killed. */
const { databaseUrl, settings, callTimeoutMs } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const { logger } = createLogs('silent');
const clock = systemClock;
const database = connect({
  url: databaseUrl,
  poolSize: 4,
  statementTimeoutMs: 10_000,
  applicationName: 'crash',
});
const { db } = database;
const venues = await openVenues({
  settings,
  env: process.env,
  db,
  clock,
  logger,
});
const markets = openMarketData({ venues, db, clock, logger, limits: { readyWithinMs: READY_WITHIN_MS } });
// Without it a process that is killed soon would only trade where the book arrives first.
for (let symbols: string[] = []; symbols.length === 0; await sleep(20)) {
  symbols = [...markets.listed('acme')].flatMap(([symbol, count]) =>
    count === settings.length ? [symbol] : [],
  );
  await Promise.all(symbols.map(async (symbol) => markets.find('acme', symbol)));
}
const jobs = conversionJobs(
  { markets, venues: createDirectory(venues, db) },
  {
    callTimeoutMs,
    marginMs: 100,
    shortestPollMs: 20,
    longestPollMs: 200,
    retryMs: 50,
    fruitlessRounds: 100,
    postedMs: 500,
    spreadMs: 2_000,
  },
);
await startWorker({
  database,
  clock,
  logger,
  group: 'test',
  handlers: jobs.handlers,
  cron: [],
  atStart: jobs.atStart ?? [],
  lifetimeMs: 1_000,
  concurrency: 8,
  stopTimeoutMs: 1_000,
});
process.send?.('ready');
