import { join } from 'node:path';
import { creditingJobs } from '../partner/crediting/index.ts';
import { factJobs, type Facts } from '../partner/facts/index.ts';
import { walletJobs } from '../partner/wallets/index.ts';
import { authJobs } from '../platform/auth/index.ts';
import { enqueue, type ModuleJobs } from '../platform/jobs/index.ts';
import { webhookJobs } from '../platform/webhooks/index.ts';
import { startWorker, type Worker } from '../platform/worker/index.ts';
import { conversionJobs } from '../trading/conversions/index.ts';
import { exportJobs } from '../trading/exports/index.ts';
import { createDirectory } from '../trading/venues/index.ts';
import { withdrawalJobs } from '../trading/withdrawals/index.ts';
import { startContext } from './context.ts';
import type { Resources } from './resources.ts';

/** Those that any process with the role `worker` can run. */
function workerJobs({ config, database, venues, marketData, storage, logger }: Resources): ModuleJobs[] {
  const directory = createDirectory(venues, database.db);
  return [
    authJobs,
    webhookJobs,
    withdrawalJobs(directory, config.withdrawals),
    conversionJobs({ markets: marketData, venues: directory }),
    exportJobs({ database, storage, workFolder: join(config.data, 'work'), logger }),
  ];
}

/** Those that only the process with the fact store can run, whatever its other roles. */
function jobsOverFacts(facts: Facts): ModuleJobs[] {
  return [factJobs(facts), creditingJobs(facts), walletJobs(facts)];
}

/** Runs the background jobs of this process, and resumes what a crash has interrupted. */
export async function startJobs(resources: Resources): Promise<Worker> {
  const { config, database, clock, logger, facts } = resources;
  const modules = [
    ...(config.roles.includes('worker') ? workerJobs(resources) : []),
    ...(facts ? jobsOverFacts(facts) : []),
  ];
  const worker = await startWorker({
    database,
    clock,
    logger,
    handlers: modules.flatMap(({ handlers }) => handlers),
    cron: modules.flatMap(({ cron = [] }) => cron),
    concurrency: config.jobs.concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
  const atStart = modules.flatMap((module) => module.atStart ?? []);
  await enqueue(database.db, startContext(database.db), atStart);
  return worker;
}
