import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/index.ts';
import type { JobHandler, JobRequest } from '../jobs/index.ts';
import type { Database } from '../postgres/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { rescheduleJob, unlockOrphans } from './store.ts';
import { work, type Shift } from './work.ts';

const RESTART_MS = 1000;
const ORPHAN_CHECK_MS = 30_000;

export interface WorkerOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly cron: readonly CronEntry[];
  /** So many jobs run at once. */
  readonly concurrency: number;
  /** How long `stop` lets running jobs go on before it aborts their signal. */
  readonly stopTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'debug'>;
}

/** A job that is requested whenever the time matches; it takes the place of one that still waits. */
export interface CronEntry {
  /** Minute, hour, day of the month, month and day of the week, in UTC: `0 3 * * *`. */
  readonly schedule: string;
  readonly request: JobRequest;
}

export interface Worker {
  /** Waits for the running jobs. Those that do not end in time are given back, and it costs them no attempt. */
  stop(): Promise<void>;
}

/**
 * Runs jobs in this process, beside any number of other processes. A job is run at least once: after a crash,
 * or when a connection is lost at the wrong moment, it is run again.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db } = options.database;
  const { logger } = options;
  const freeOrphans = () =>
    unlockOrphans(db)
      .execute()
      .catch((error: unknown) => logger.warn({ err: error }, 'orphaned jobs could not be looked for'));

  await freeOrphans();
  let shift: Shift = await work(options);
  const orphanCheck = setInterval(() => void freeOrphans(), ORPHAN_CHECK_MS);
  const stopping = new AbortController();
  const supervision = (async () => {
    for (;;) {
      await shift.ended;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      logger.error('the worker has ended by itself and is started again');
      try {
        await freeOrphans();
        shift = await work(options);
        if (stopping.signal.aborted) await shift.end();
      } catch (error) {
        logger.error({ err: error }, 'the worker could not be started again');
      }
    }
  })();

  return {
    async stop() {
      stopping.abort();
      clearInterval(orphanCheck);
      const unfinished = await shift.end();
      for (const { id, attempts } of unfinished) await rescheduleJob(db, id, attempts - 1).execute();
      await supervision;
    },
  };
}
