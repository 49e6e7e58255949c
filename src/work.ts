import { join } from 'node:path';
import { Type } from 'typebox';
import type { Config } from './config/index.ts';
import { newTraceId, type Clock } from './kernel/index.ts';
import { creditAtStart, CREDITING_CRON, creditingHandlers } from './partner/crediting/index.ts';
import { FACTS_CRON, factHandlers, type Facts } from './partner/facts/index.ts';
import { walletHandlers } from './partner/wallets/index.ts';
import { sweepAuth } from './platform/auth/index.ts';
import { defineJob, enqueue, handle, request, type JobHandler } from './platform/jobs/index.ts';
import type { Database } from './platform/postgres/index.ts';
import type { Storage } from './platform/storage/index.ts';
import type { Logger } from './platform/telemetry/index.ts';
import { sweepEvents } from './platform/webhooks/index.ts';
import { startWorker, type CronEntry, type Worker } from './platform/worker/index.ts';
import {
  CONVERSION_CRON,
  conversionHandlers,
  reconcileConversionsAtStart,
} from './trading/conversions/index.ts';
import { EXPORT_CRON, exportHandlers } from './trading/exports/index.ts';
import type { MarketData } from './trading/market-data/index.ts';
import { createDirectory, type Venues } from './trading/venues/index.ts';
import { reconcileAtStart, WITHDRAWAL_CRON, withdrawalHandlers } from './trading/withdrawals/index.ts';

const sweepWebhooks = defineJob({ name: 'webhook.sweep', payload: Type.Object({}), maxAttempts: 5 });
const sweep = defineJob({ name: 'auth.sweep', payload: Type.Object({}), maxAttempts: 5 });

interface WorkOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly venues: Venues;
  readonly marketData: MarketData;
  readonly storage: Storage;
  /** In the one process that has them open; the jobs that need them run there, whatever its other roles. */
  readonly facts: Facts | undefined;
}

interface Share {
  readonly handlers: readonly JobHandler[];
  readonly cron: readonly CronEntry[];
}

/** Runs the background jobs that are this process's, and takes up what a crash has left behind. */
export async function startWork(options: WorkOptions): Promise<Worker> {
  const { config, database, clock, logger, facts } = options;
  const { db } = database;
  const isWorker = config.roles.includes('worker');
  const shares = [...(isWorker ? [anywhere(options)] : []), ...(facts ? [besideFacts(facts)] : [])];
  const worker = await startWorker({
    database,
    clock,
    logger,
    handlers: shares.flatMap(({ handlers }) => handlers),
    cron: shares.flatMap(({ cron }) => cron),
    concurrency: config.jobs.concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
  const actor = { kind: 'system', id: 'start', tenant: 'system', scopes: new Set<string>() } as const;
  const { signal } = new AbortController();
  await enqueue(db, { actor, clock, db, traceId: newTraceId(), signal }, [
    ...(isWorker ? [reconcileAtStart, reconcileConversionsAtStart] : []),
    ...(facts ? [creditAtStart] : []),
  ]);
  return worker;
}

function anywhere({ config, database, venues, marketData, storage, logger }: WorkOptions): Share {
  const directory = createDirectory(venues, database.db);
  return {
    handlers: [
      handle(sweep, sweepAuth),
      handle(sweepWebhooks, sweepEvents),
      ...withdrawalHandlers(directory, config.withdrawals),
      ...conversionHandlers({ markets: marketData, venues: directory }),
      ...exportHandlers({ database, storage, workFolder: join(config.data, 'work'), logger }),
    ],
    cron: [
      { schedule: '17 * * * *', request: request(sweep, {}) },
      { schedule: '23 * * * *', request: request(sweepWebhooks, {}) },
      ...WITHDRAWAL_CRON,
      ...CONVERSION_CRON,
      ...EXPORT_CRON,
    ],
  };
}

const besideFacts = (facts: Facts): Share => ({
  handlers: [...factHandlers(facts), ...creditingHandlers(facts), ...walletHandlers(facts)],
  cron: [...FACTS_CRON, ...CREDITING_CRON],
});
