import { Type } from 'typebox';
import { newTraceId, systemClock, type Actor, type Context } from '../../../kernel/index.ts';
import { defineJob, type JobHandler } from '../../jobs/index.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import type { Database, Db } from '../../postgres/index.ts';
import { startWorker, type Worker, type WorkerOptions } from '../index.ts';

export const SILENT: WorkerOptions['logger'] = { error: () => {}, warn: () => {}, debug: () => {} };

const OPERATOR: Actor = { kind: 'operator', id: 'root', tenant: 'acme', scopes: new Set(['admin']) };

export const echo = defineJob({
  name: 'test.echo',
  payload: Type.Object({ text: Type.String() }),
  maxAttempts: 3,
});

export function contextOf({ db }: Database, actor = OPERATOR): Context<Db> {
  return { actor, db, clock: systemClock, traceId: newTraceId(), signal: new AbortController().signal };
}

export function work(
  database: Database,
  handler: JobHandler,
  options: Partial<WorkerOptions> = {},
): Promise<Worker> {
  return startWorker({
    database,
    handlers: [handler],
    cron: [],
    group: 'test',
    atStart: [],
    concurrency: 4,
    stopTimeoutMs: 10_000,
    clock: systemClock,
    logger: SILENT,
    ...options,
  });
}

/** Makes every waiting job due. Only a job that is added wakes the workers, so one is added and removed. */
export async function runJobsNow({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`;
  await sql`select graphile_worker.complete_jobs(array[(graphile_worker.add_job('test.wake')).id])`;
}
