import { join } from 'node:path';
import { creditingJobs } from '../partner/crediting/index.ts';
import {
  disbursementJobs,
  recipientJobs as disbursementRecipientJobs,
} from '../partner/disbursements/index.ts';
import { logJobs, type Facts } from '../partner/facts/handle/index.ts';
import { profileJobs } from '../partner/profile/index.ts';
import { viewJobs } from '../partner/views/index.ts';
import { walletJobs } from '../partner/wallets/index.ts';
import { auditJobs } from '../platform/audit/index.ts';
import { authJobs, type ServiceName } from '../platform/auth/index.ts';
import { idempotencyJobs } from '../platform/idempotency/index.ts';
import type { ModuleJobs } from '../platform/jobs/index.ts';
import { noticeJobs } from '../platform/notices/index.ts';
import { webhookJobs } from '../platform/webhooks/index.ts';
import { startWorker, type Worker } from '../platform/worker/index.ts';
import { balanceJobs } from '../trading/balances/index.ts';
import { conversionJobs } from '../trading/conversions/index.ts';
import { depositJobs } from '../trading/deposits/index.ts';
import { exportJobs } from '../trading/exports/index.ts';
import { liveRates } from '../trading/market-data/index.ts';
import { managedBalanceJobs } from '../trading/managed-balances/index.ts';
import { priceJobs } from '../trading/prices/index.ts';
import { recipientJobs } from '../trading/recipients/index.ts';
import { transferJobs } from '../trading/transfers/index.ts';
import { outageJobs } from '../trading/venue-outages/index.ts';
import { createDirectory } from '../trading/venues/index.ts';
import { withdrawalJobs } from '../trading/withdrawals/index.ts';
import { factsNotices, noticeOptions } from './notices.ts';
import type { Resources } from './resources.ts';

/** Runs the jobs that any process with the role `worker` can run, while the clock of its machine is right. */
export function startJobs(resources: Resources): Worker {
  const { config, database, clock, venues, marketData, storage, logger, personal } = resources;
  const directory = createDirectory(venues, database.db);
  const rates = liveRates(marketData);
  const modules = [
    auditJobs,
    authJobs,
    idempotencyJobs,
    webhookJobs,
    noticeJobs(noticeOptions(resources)),
    withdrawalJobs(directory, config.withdrawals, rates, personal),
    recipientJobs(config.personalData),
    outageJobs(() => venues.all()),
    depositJobs(directory, () => venues.all()),
    transferJobs(),
    priceJobs({
      markets: marketData,
      tenants: () => [...new Set(venues.all().map(({ tenant }) => tenant))],
      configured: config.marketData.symbols,
    }),
    balanceJobs(() => venues.all(), rates),
    conversionJobs({ markets: marketData, venues: directory }),
    managedBalanceJobs(
      { directory, access: { markets: marketData, venues: directory }, bounds: config.conversions, personal },
      rates,
    ),
    exportJobs({ database, storage, workFolder: join(config.data, 'work'), logger }),
  ];
  return runWhile(
    resources,
    () => clock.isRight,
    () => run(resources, { group: 'trading', service: 'trading' }, modules, config.jobs.concurrency),
  );
}

/** How often it is checked whether a worker may run. */
const CHECK_EVERY_MS = 500;
export const WRITER_CONCURRENCY = 2;

/** Runs the jobs of the partner service, most of which append to the log, while this process holds the lease. */
export function startWriterJobs(resources: Resources, facts: Facts): Worker {
  const { personal, config } = resources;
  const { disbursements, onChain, personalData, selfBilling: issuer } = config;
  const notices = factsNotices(resources, facts);
  const modules = [
    creditingJobs(facts),
    disbursementJobs(facts, { ...disbursements, onChain, issuer, personal }),
    disbursementRecipientJobs(personalData.keepDays),
    walletJobs(disbursements),
    viewJobs(facts, notices),
    profileJobs(notices),
    logJobs(facts),
  ];
  return runWhile(
    resources,
    () => facts.lease.epoch !== undefined,
    () => run(resources, { group: 'facts', service: 'partner' }, modules, WRITER_CONCURRENCY),
  );
}

/** Starts the worker whenever it may run, and stops it when it may not. */
function runWhile({ logger }: Resources, mayRun: () => boolean, start: () => Promise<Worker>): Worker {
  let worker: Worker | undefined;
  let changing: Promise<void> | undefined;
  const follow = async (): Promise<void> => {
    const isWanted = mayRun();
    if (isWanted === (worker !== undefined)) return;
    const before = worker;
    worker = undefined;
    await before?.stop();
    if (isWanted) worker = await start();
  };
  const check = (): void => {
    changing ??= follow()
      .catch((error: unknown) => logger.error({ err: error }, 'background jobs cannot be started'))
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
  place: { readonly group: string; readonly service: ServiceName },
  modules: readonly ModuleJobs[],
  concurrency: number,
): Promise<Worker> {
  return startWorker({
    database,
    clock,
    logger,
    ...place,
    handlers: modules.flatMap(({ handlers }) => handlers),
    cron: modules.flatMap(({ cron = [] }) => cron),
    atStart: modules.flatMap(({ atStart = [] }) => atStart),
    concurrency,
    stopTimeoutMs: config.shutdownTimeoutMs,
  });
}
