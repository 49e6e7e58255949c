import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as StoredJob } from 'graphile-worker';
import { rescheduleJob, unlockOrphans } from './store.ts';
import { work, type Shift, type WorkerOptions } from './work.ts';

const RESTART_MS = 1000;
const ORPHAN_CHECK_MS = 5000;

export interface Worker {
  /** Waits for the running jobs. Those that do not end in time are given back, and it costs them no attempt. */
  stop(): Promise<void>;
}

/**
 * Runs jobs in this process, beside any number of other processes. A job is run at least once: after a crash,
 * or when a connection is lost at the wrong moment, it is run again.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, logger } = options;
  const { db } = database;
  const stopping = new AbortController();
  const asked = once(stopping.signal, 'abort');

  const freeOrphans = () =>
    unlockOrphans(db)
      .execute()
      .catch((error: unknown) => logger.warn({ err: error }, 'orphaned jobs could not be looked for'));

  const giveBack = async (jobs: readonly StoredJob[]) => {
    for (const { id, attempts } of jobs) {
      await rescheduleJob(db, id, attempts - 1)
        .execute()
        .catch((error: unknown) => logger.warn({ err: error }, `job ${id} could not be given back`));
    }
  };

  const restart = async (): Promise<Shift | undefined> => {
    while (!stopping.signal.aborted) {
      logger.error('the worker has stopped because of a fault and is started again');
      await Promise.race([sleep(RESTART_MS), asked]);
      await freeOrphans();
      try {
        return await work(options);
      } catch (error) {
        logger.error({ err: error }, 'the worker cannot be started');
      }
    }
    return undefined;
  };

  await freeOrphans();
  const first = await work(options);
  const orphanCheck = setInterval(() => void freeOrphans(), ORPHAN_CHECK_MS);
  const shifts = (async () => {
    for (let shift: Shift | undefined = first; shift; shift = await restart()) {
      await Promise.race([shift.failed, asked]);
      await giveBack(await shift.end());
    }
  })();

  return {
    async stop() {
      clearInterval(orphanCheck);
      stopping.abort();
      await shifts;
    },
  };
}
