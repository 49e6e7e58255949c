import { sql } from 'kysely';
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

export const insertJobs = statement([[] as JobSpec[]], (db, specs: JobSpec[]) =>
  db
    .selectFrom(
      sql<{ id: string }>`graphile_worker.add_jobs(array(
        select json_populate_recordset(null::graphile_worker.job_spec, ${specs}::json)))`.as('job'),
    )
    .select('id'),
);
