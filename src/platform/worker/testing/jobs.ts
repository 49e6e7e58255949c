import { Type } from 'typebox';
import { newTraceId, systemClock, type Actor, type Context } from '../../../kernel/index.ts';
import { defineJob, type JobHandler } from '../../jobs/index.ts';
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
    concurrency: 4,
    stopTimeoutMs: 10_000,
    clock: systemClock,
    logger: SILENT,
    ...options,
  });
}
