import type { Actor } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { traceOrigin } from '../telemetry/index.ts';
import type { Envelope, JobRequest } from './define.ts';
import { insertJobs, tenantFlag, type JobSpec } from './store.ts';

interface Requester {
  readonly actor: Pick<Actor, 'tenant'>;
  readonly traceId?: string;
}

/** Stores jobs. Pass a transaction as `db` if they belong to a change. */
export async function enqueue(db: Db, by: Requester, requests: readonly JobRequest[]): Promise<void> {
  const { traceId } = by;
  const origin = { tenant: by.actor.tenant, ...(traceId !== undefined && { traceId }), ...traceOrigin() };
  await insertJobs(
    db,
    requests.map((request) => toSpec(origin, request)),
  ).execute();
}

export function toSpec(origin: Omit<Envelope, 'payload'>, request: JobRequest): JobSpec {
  const { job, payload, queue, runAt, key } = request;
  job.check(payload);
  return {
    identifier: job.name,
    payload: { ...origin, payload },
    queue_name: queue,
    run_at: runAt,
    max_attempts: job.maxAttempts,
    job_key: key,
    flags: [tenantFlag(origin.tenant)],
  };
}
