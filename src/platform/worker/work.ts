import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  type CronItem,
  type Job as StoredJob,
  type Task,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import { newTraceId, type Clock, type Context } from '../../kernel/index.ts';
import {
  insertJobs,
  toSpec,
  type CronEntry,
  type Envelope,
  type JobHandler,
  type JobRequest,
} from '../jobs/index.ts';
import { hold, type Lease } from '../leases/index.ts';
import type { Database, Db } from '../postgres/index.ts';
import { tracedJob, type Logger } from '../telemetry/index.ts';
import { openConnections } from './connections.ts';
import type { Lanes } from './lanes.ts';
import { leaseOf } from './store.ts';

/** How long a job may continue after its signal was aborted, and connections may take to close. */
const GRACE_MS = 1000;

/** graphile-worker releases the queue of a job only after it has looked for the next job. */
const QUEUE_RELEASE_MS = 50;

export interface WorkerOptions {
  readonly database: Database;
  /** Workers of one group have the same handlers and take over from each other. */
  readonly group: string;
  /** The service that the jobs belong to. */
  readonly service?: string | undefined;
  readonly handlers: readonly JobHandler[];
  readonly cron: readonly CronEntry[];
  /** Requested at the start, and when another worker of the group has died. */
  readonly atStart: readonly JobRequest[];
  /** The number of concurrent jobs, and of concurrent runs in each lane. */
  readonly concurrency: number;
  /** How long the others wait for a worker that hangs before they take over its jobs. */
  readonly lifetimeMs?: number;
  /** How long `stop` waits for running jobs before it aborts their signal. */
  readonly stopTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'debug'>;
}

/** One run of graphile-worker. */
export interface Shift {
  /** Resolves with the cause when it has stopped because of an error. */
  readonly failed: Promise<Error>;
  /** Stops it and resolves with the unfinished jobs. */
  end(): Promise<StoredJob[]>;
}

export async function work(options: WorkerOptions, lanes: Lanes): Promise<Shift> {
  const { database, group, lifetimeMs, handlers, cron, concurrency, stopTimeoutMs, logger } = options;
  const parsedCronItems = parseCronItems(cron.map(toCronItem));
  const aborted: StoredJob[] = [];
  const events: WorkerEvents = new EventEmitter();
  let workers: WorkerPool | undefined;
  // It takes jobs only while it has the lease by which others see that it lives.
  const living = new Promise<Lease | undefined>((resolve) => {
    events.once('pool:create', ({ workerPool }) => {
      workers = workerPool;
      resolve(hold(database.db, { name: leaseOf(group, workerPool.id), lifetimeMs }));
    });
  });
  const lost = living.then(
    async (lease) => {
      if (lease?.isHeld) await once(lease.signal, 'abort');
      return new Error(
        'It lost the lease by which others see that it lives: the database did not answer in time.',
      );
    },
    (error: unknown) => error as Error,
  );
  let isEnding = false;
  events.once('worker:release', () => {
    isEnding = true;
  });
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id === null) return;
    // A pool that ends must not be called any more.
    setTimeout(() => isEnding || worker.workerPool.nudge(1), QUEUE_RELEASE_MS).unref();
  });
  // If the result of a job cannot be stored, graphile-worker stops but may never settle its promise.
  const fault = once(events, 'pool:fatalError').then(([{ error }]) => error as Error);
  const stopped = once(events, 'pool:gracefulShutdown:complete');
  const connections = openConnections(options);
  const runner = await run({
    pgPool: connections,
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopTimeoutMs,
    events,
    logger: toGraphileLogger(logger),
    taskList: Object.fromEntries(
      handlers.map((handler) => [handler.job.name, toTask(handler, options, lanes, aborted)]),
    ),
    parsedCronItems,
    preset: {
      // A shutdown waits only for results that are stored in batches.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        { name: 'lease', version: '1', worker: { hooks: { startWorker: async () => void (await living) } } },
      ],
    },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  const ended = runner.promise.then(
    () => new Error('graphile-worker ended by itself.'),
    (error: unknown) => error as Error,
  );

  return {
    failed: Promise.race([ended, fault, lost]),
    async end() {
      const timer = new AbortController();
      const forced = sleep(stopTimeoutMs + GRACE_MS, undefined, { signal: timer.signal })
        .then(() => workers?.forcefulShutdown('The worker was stopped before the job ended.'))
        // Also where the database does not let it give back the jobs: others adopt them.
        .catch(() => undefined);
      const graceful = runner.stop().catch(() => {});
      await Promise.race([graceful, forced, fault.then(() => stopped)]);
      timer.abort();
      const unfinished = (await forced)?.forceFailedJobs ?? [];
      await Promise.race([connections.end(), sleep(GRACE_MS)]);
      await living.then((lease) => lease?.release()).catch(() => {});
      return [...aborted, ...unfinished];
    },
  };
}

function toTask(
  handler: JobHandler,
  { database, clock, service }: WorkerOptions,
  lanes: Lanes,
  aborted: StoredJob[],
): Task {
  const { db } = database;
  return async (stored, helpers) => {
    const { job, lane } = handler;
    const { tenant, traceId = newTraceId(), payload, ...origin } = stored as Envelope;
    const actor = { kind: 'system', id: job.name, tenant, scopes: new Set<string>() } as const;
    const signal = helpers.abortSignal;
    const context: Context<Db> = { actor, clock, db, service, traceId, signal };
    const run = (signal: AbortSignal): Promise<void> =>
      tracedJob(`job ${job.name}`, { 'quaestor.tenant': tenant }, origin, () =>
        handler.run({ ...context, signal }, payload),
      );
    job.check(payload);
    if (lane) {
      return lanes.start({
        key: `${job.name} ${tenant} ${JSON.stringify(payload)}`,
        lane: async () => `${job.name} ${await lane(context, payload)}`,
        run,
        handOver: async () =>
          void (await insertJobs(db, [toSpec({ tenant, traceId, ...origin }, { job, payload })]).execute()),
      });
    }
    try {
      await run(signal);
    } catch (error) {
      if (signal.aborted) aborted.push(helpers.job);
      throw error;
    }
  };
}

function toCronItem({ schedule, request }: CronEntry): CronItem {
  const { identifier, payload, max_attempts, queue_name } = toSpec({ tenant: 'system' }, request);
  // Two requests of a job may differ only in what they ask for.
  const isPlain = JSON.stringify(request.payload) === '{}';
  const key = [identifier, schedule, ...(isPlain ? [] : [JSON.stringify(request.payload)])].join(' ');
  return {
    task: identifier,
    match: schedule,
    identifier: key,
    payload: { ...payload },
    options: {
      maxAttempts: max_attempts,
      jobKey: key,
      ...(queue_name !== undefined && { queueName: queue_name }),
    },
  };
}

function toGraphileLogger(logger: WorkerOptions['logger']): GraphileLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new GraphileLogger((scope) => (level, message) => logger[levels[level]]({ worker: scope }, message));
}
