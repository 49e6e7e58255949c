import { Type } from 'typebox';
import type { Config } from './config/index.ts';
import { newTraceId, type Clock } from './kernel/index.ts';
import { sweepAuth } from './platform/auth/index.ts';
import { defineJob, enqueue, handle, request } from './platform/jobs/index.ts';
import type { Database } from './platform/postgres/index.ts';
import type { Logger } from './platform/telemetry/index.ts';
import { startWorker, type CronEntry, type Worker } from './platform/worker/index.ts';
import { createDirectory, type Venues } from './trading/venues/index.ts';
import { reconcileAtStart, WITHDRAWAL_CRON, withdrawalHandlers } from './trading/withdrawals/index.ts';

const sweep = defineJob({ name: 'auth.sweep', payload: Type.Object({}), maxAttempts: 5 });

const CRON: CronEntry[] = [{ schedule: '17 * * * *', request: request(sweep, {}) }, ...WITHDRAWAL_CRON];

interface WorkOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly venues: Venues;
}

/** Runs the background jobs of all modules in this process, and takes up what a crash has left behind. */
export async function startWork({ config, database, clock, logger, venues }: WorkOptions): Promise<Worker> {
  const { db } = database;
  const worker = await startWorker({
    database,
    clock,
    logger,
    handlers: [
      handle(sweep, sweepAuth),
      ...withdrawalHandlers(createDirectory(venues, db), config.withdrawals),
    ],
    cron: CRON,
    concurrency: config.jobs.concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
  const actor = { kind: 'system', id: 'start', tenant: 'system', scopes: new Set<string>() } as const;
  const { signal } = new AbortController();
  await enqueue(db, { actor, clock, db, traceId: newTraceId(), signal }, [reconcileAtStart]);
  return worker;
}
