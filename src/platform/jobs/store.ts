import { sql, type RawBuilder } from 'kysely';
import { statement } from '../postgres/index.ts';
import type { Envelope } from './enqueue.ts';

/** A member of graphile-worker's type of the same name. */
export interface JobSpec {
  identifier: string;
  payload: Envelope;
  queue_name?: string | undefined;
  run_at?: Date | undefined;
  max_attempts: number;
  job_key?: string | undefined;
}

const SAMPLE: JobSpec = {
  identifier: 'withdrawal.submit',
  payload: { tenant: 'acme', payload: {} },
  max_attempts: 5,
};

/**
 * Writes jobs that have neither a key nor a queue as graphile-worker itself would, at a tenth of the cost, and
 * without its notification in the transaction: for that, PostgreSQL lets only one transaction commit at a time.
 */
export function insertPlainJobs(
  specs: readonly JobSpec[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = specs.map(({ identifier, payload, run_at, max_attempts }) => ({
    name: identifier,
    payload,
    run_at,
    max_attempts,
  }));
  return sql`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
    select
      coalesce(
        (select id from graphile_worker._private_tasks as task where task.identifier = job.name),
        register_job_name(job.name)
      ),
      payload, coalesce(run_at, now()), max_attempts
    from json_to_recordset(${rows}::json)
      as job (name text, payload json, run_at timestamptz, max_attempts smallint) ${condition}`;
}

/** To be selected from. */
export const addJobs = (specs: readonly JobSpec[]): RawBuilder<{ id: string }> => sql`
  graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${specs}::json)))`;

export const insertJobs = statement([[SAMPLE]], (db, specs: JobSpec[]) =>
  db.selectFrom(addJobs(specs).as('job')).select('id'),
);

/** Says what graphile-worker says when it has stored jobs. */
export const notifyWorkers = statement([1], (db, count: number) =>
  db.selectNoFrom(
    sql`pg_notify('jobs:insert', json_build_object('count', ${count}::int)::text)`.as('notified'),
  ),
);
