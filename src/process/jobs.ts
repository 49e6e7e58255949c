import { join } from 'node:path';
import { creditingJobs } from '../partner/crediting/index.ts';
import { logJobs, type Facts } from '../partner/facts/index.ts';
import { auditJobs } from '../platform/audit/index.ts';
import { authJobs } from '../platform/auth/index.ts';
import { commandJobs } from '../platform/commands/index.ts';
import type { ModuleJobs } from '../platform/jobs/index.ts';
import { webhookJobs } from '../platform/webhooks/index.ts';
import { startWorker, type Worker } from '../platform/worker/index.ts';
import { conversionJobs } from '../trading/conversions/index.ts';
import { exportJobs } from '../trading/exports/index.ts';
import { createDirectory } from '../trading/venues/index.ts';
import { withdrawalJobs } from '../trading/withdrawals/index.ts';
import type { Resources } from './resources.ts';

/** Runs the jobs that any process with the role `worker` can run. */
export function startJobs(resources: Resources): Promise<Worker> {
  const { config, database, venues, marketData, storage, logger } = resources;
  const directory = createDirectory(venues, database.db);
  const modules = [
    auditJobs,
    authJobs,
    commandJobs,
    webhookJobs,
    withdrawalJobs(directory, config.withdrawals),
    conversionJobs({ markets: marketData, venues: directory }),
    exportJobs({ database, storage, workFolder: join(config.data, 'work'), logger }),
  ];
  return run(resources, 'trading', modules, config.jobs.concurrency);
}

/** How often it is checked whether this process holds the lease. */
const CHECK_EVERY_MS = 500;
export const WRITER_CONCURRENCY = 2;

/** Runs the jobs that append to the log, while this process holds the lease. */
export function startWriterJobs(resources: Resources, facts: Facts): Worker {
  let worker: Worker | undefined;
  let changing: Promise<void> | undefined;
  const follow = async (): Promise<void> => {
    const isHeld = facts.lease.epoch !== undefined;
    if (isHeld === (worker !== undefined)) return;
    const before = worker;
    worker = undefined;
    await before?.stop();
    if (isHeld)
      worker = await run(resources, 'facts', [creditingJobs(facts), logJobs(facts)], WRITER_CONCURRENCY);
  };
  const tell = (error: unknown) =>
    resources.logger.error({ err: error }, 'the jobs of the writer cannot be started');
  const check = (): void => {
    changing ??= follow()
      .catch(tell)
      .finally(() => (changing = undefined));
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  check();
  return {
    async stop() {
      clearInterval(timer);
      await changing;
      await worker?.stop();
    },
  };
}

/** Runs background jobs in this process, and resumes what a crash has interrupted. */
function run(
  { config, database, clock, logger }: Resources,
  group: string,
  modules: readonly ModuleJobs[],
  concurrency: number,
): Promise<Worker> {
  return startWorker({
    database,
    clock,
    logger,
    group,
    handlers: modules.flatMap(({ handlers }) => handlers),
    cron: modules.flatMap(({ cron = [] }) => cron),
    atStart: modules.flatMap(({ atStart = [] }) => atStart),
    concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
}
