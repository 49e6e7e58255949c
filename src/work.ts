import { Type } from 'typebox';
import type { Config } from './config/index.ts';
import type { Clock } from './kernel/index.ts';
import { sweepAuth } from './platform/auth/index.ts';
import { defineJob, handle, request, type JobHandler } from './platform/jobs/index.ts';
import type { Database } from './platform/postgres/index.ts';
import type { Logger } from './platform/telemetry/index.ts';
import { startWorker, type CronEntry, type Worker } from './platform/worker/index.ts';

const sweep = defineJob({ name: 'auth.sweep', payload: Type.Object({}), maxAttempts: 5 });

const HANDLERS: JobHandler[] = [handle(sweep, sweepAuth)];
const CRON: CronEntry[] = [{ schedule: '17 * * * *', request: request(sweep, {}) }];

interface WorkOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs the background jobs of all modules in this process. */
export function startWork({ config, database, clock, logger }: WorkOptions): Promise<Worker> {
  return startWorker({
    database,
    clock,
    logger,
    handlers: HANDLERS,
    cron: CRON,
    concurrency: config.jobs.concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
}
