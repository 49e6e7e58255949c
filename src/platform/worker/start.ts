import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as StoredJob } from 'graphile-worker';
import { adoptOrphans, requestAll } from './adopt.ts';
import { Lanes } from './lanes.ts';
import { rescheduleJob } from './store.ts';
import { work, type Shift, type WorkerOptions } from './work.ts';

const RESTART_MS = 1000;
const ORPHAN_CHECK_MS = 2000;

export interface Worker {
  /** Waits for running jobs. Those that do not end in time are released for others, without losing an attempt. */
  stop(): Promise<void>;
}

/**
 * Runs jobs in this process, concurrently with other processes. Each job runs at least once: after a crash or a lost
 * connection it runs again.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, handlers, group, atStart, concurrency, stopTimeoutMs, clock, logger } = options;
  const { db } = database;
  const lanes = new Lanes({ places: concurrency, logger });
  const jobs = handlers.map(({ job }) => job.name);
  const stopping = new AbortController();
  const stopRequested = once(stopping.signal, 'abort');

  const adopt = () =>
    adoptOrphans(db, { group, jobs, atStart, clock }).catch((error: unknown) =>
      logger.warn({ err: error }, 'the jobs of dead workers could not be taken over'),
    );

  const releaseJobs = async (jobs: readonly StoredJob[]) => {
    for (const { id, attempts } of jobs) {
      await rescheduleJob(db, id, attempts - 1, 0)
        .execute()
        .catch((error: unknown) => logger.warn({ err: error }, `job ${id} could not be released`));
    }
  };

  const restart = async (cause: Error | undefined): Promise<Shift | undefined> => {
    while (!stopping.signal.aborted) {
      logger.error({ err: cause }, `the worker stopped and is restarted: ${cause?.message}`);
      await Promise.race([sleep(RESTART_MS), stopRequested]);
      await adopt();
      try {
        return await work(options, lanes);
      } catch (error) {
        logger.error({ err: error }, 'the worker could not be started');
      }
    }
    return undefined;
  };

  await adopt();
  const first = await work(options, lanes);
  await requestAll(db, atStart).catch(async (error: unknown) => {
    // Nobody else could stop it.
    await releaseJobs(await first.end());
    throw error;
  });
  const orphanCheck = setInterval(() => void adopt(), ORPHAN_CHECK_MS);
  const shifts = (async () => {
    let shift: Shift | undefined = first;
    while (shift) {
      const cause = await Promise.race([shift.failed, stopRequested.then(() => undefined)]);
      await releaseJobs(await shift.end());
      shift = await restart(cause);
    }
  })();

  return {
    async stop() {
      clearInterval(orphanCheck);
      stopping.abort();
      await Promise.all([shifts, lanes.stop(stopTimeoutMs)]);
    },
  };
}
