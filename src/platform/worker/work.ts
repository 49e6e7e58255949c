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
import { Pool } from 'pg';
import { newTraceId, type Clock } from '../../kernel/index.ts';
import { toSpec, type CronEntry, type Envelope, type JobHandler } from '../jobs/index.ts';
import { readAddress, type Database } from '../postgres/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { SHOW_LIFE, wakeWorkers } from './store.ts';

/** How long a job may go on when its signal has been aborted, and how long connections may take to close. */
const LAST_MS = 1000;

/** graphile-worker frees the queue of a job only after it has looked for the next job. */
const QUEUE_FREED_MS = 50;

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

/** One run of graphile-worker. */
export interface Shift {
  /** Resolves when it has stopped by itself, because of a fault. */
  readonly failed: Promise<unknown>;
  /** Resolves with the jobs that were not finished. */
  end(): Promise<StoredJob[]>;
}

export async function work(options: WorkerOptions): Promise<Shift> {
  const { handlers, cron, concurrency, stopTimeoutMs, logger } = options;
  const parsedCronItems = parseCronItems(cron.map(toCronItem));
  const aborted: StoredJob[] = [];
  const events: WorkerEvents = new EventEmitter();
  const lifeShown = showLife(events);
  let workers: WorkerPool | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workers = workerPool;
  });
  // When the end of a job could not be written, graphile-worker stops, but may never say that it has.
  const fault = once(events, 'pool:fatalError');
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
      handlers.map((handler) => [handler.job.name, toTask(handler, options, aborted)]),
    ),
    parsedCronItems,
    preset: {
      // Only for the ends of jobs that are written in batches does a shutdown wait.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [{ name: 'show-life', version: '1', worker: { hooks: { startWorker: () => lifeShown } } }],
    },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  const ended = runner.promise.catch(() => {});

  return {
    failed: Promise.race([ended, fault]),
    async end() {
      const timer = new AbortController();
      const forced = sleep(stopTimeoutMs + LAST_MS, undefined, { signal: timer.signal }).then(
        () => workers?.forcefulShutdown('The worker was stopped before the job had ended.'),
        () => undefined,
      );
      const graceful = runner.stop().catch(() => {});
      await Promise.race([graceful, forced, fault.then(() => stopped)]);
      timer.abort();
      const unfinished = (await forced)?.forceFailedJobs ?? [];
      await Promise.race([connections.end(), sleep(LAST_MS)]);
      return [...aborted, ...unfinished];
    },
  };
}

/** Its listeners stay: those of graphile-worker go when it stops, and an error nobody listens to ends the process. */
function openConnections({ database, concurrency, logger }: WorkerOptions): Pool {
  const pool = new Pool({ ...readAddress(database.url), max: concurrency + 2 });
  const tell = (error: Error): void => logger.warn({ err: error }, 'the worker has lost a connection');
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  return pool;
}

/** Resolves when others can see that the worker lives. Whenever its connection is lost, it shows so on the next. */
function showLife(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    // A worker that is to stop before that takes no job, and would wait for ever.
    events.once('pool:gracefulShutdown', () => resolve());
    events.on('pool:listen:success', ({ workerPool, client }) => {
      client.once('drain', () => {
        client
          .query(SHOW_LIFE, [workerPool.id])
          .then(() => resolve())
          .catch(() => {});
      });
    });
  });
}

function toTask(handler: JobHandler, { database, clock }: WorkerOptions, aborted: StoredJob[]): Task {
  return async (stored, helpers) => {
    const { job } = handler;
    const { tenant, traceId = newTraceId(), payload } = stored as Envelope;
    const actor = { kind: 'system', id: job.name, tenant, scopes: new Set<string>() } as const;
    const signal = helpers.abortSignal;
    try {
      job.check(payload);
      await handler.run({ actor, clock, db: database.db, traceId, signal }, payload);
    } catch (error) {
      if (signal.aborted) aborted.push(helpers.job);
      throw error;
    } finally {
      if (helpers.job.job_queue_id !== null) {
        const wake = () =>
          void wakeWorkers(database.db)
            .execute()
            .catch(() => {});
        setTimeout(wake, QUEUE_FREED_MS).unref();
      }
    }
  };
}

function toCronItem({ schedule, request }: CronEntry): CronItem {
  const { identifier, payload, max_attempts, queue_name } = toSpec({ tenant: 'system' }, request);
  const key = `${identifier} ${schedule}`;
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
