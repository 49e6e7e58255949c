import { Errors } from 'typebox/value';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Job, JobRequest } from './define.ts';
import { insertJobs, type JobSpec } from './store.ts';

/** What is stored with a job: for whom and on whose request it runs, and the payload itself. */
export interface Envelope {
  readonly tenant: string;
  readonly traceId: string;
  readonly payload: unknown;
}

/** Writes the jobs through `db`, a transaction where they belong to a change. Refuses a payload that is not the job's. */
export async function enqueue(db: Db, context: Context<Db>, requests: readonly JobRequest[]): Promise<void> {
  await insertJobs(
    db,
    requests.map((request) => jobSpec(context, request)),
  ).execute();
}

export function jobSpec({ actor, traceId }: Context<Db>, request: JobRequest): JobSpec {
  checkPayload(request.job, request.payload);
  const envelope: Envelope = { tenant: actor.tenant, traceId, payload: request.payload };
  return {
    identifier: request.job.name,
    payload: envelope,
    queue_name: request.queue,
    run_at: request.runAt,
    max_attempts: request.job.maxAttempts,
    job_key: request.key,
  };
}

export function checkPayload(job: Job, payload: unknown): void {
  const [error] = Errors(job.payload, payload);
  if (error)
    throw new TypeError(`The payload of ${job.name} is wrong: ${error.instancePath || '/'} ${error.message}`);
}
