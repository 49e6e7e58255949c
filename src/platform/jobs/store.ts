import { sql, type RawBuilder } from 'kysely';
import { statement } from '../postgres/index.ts';
import type { Envelope } from './define.ts';

/** A member of graphile-worker's type of the same name. */
export interface JobSpec {
  identifier: string;
  payload: Envelope;
  queue_name?: string | undefined;
  run_at?: Date | undefined;
  max_attempts: number;
  job_key?: string | undefined;
  flags: string[];
}

/** Marks the jobs of a tenant: the view of jobs shows flags, but no payloads. */
export const tenantFlag = (tenant: string): string => `tenant:${tenant}`;

const SAMPLE: JobSpec = {
  identifier: 'withdrawal.submit',
  payload: { tenant: 'acme', payload: {} },
  max_attempts: 5,
  flags: ['tenant:acme'],
};

/** To be selected from. */
export const addJobs = (specs: readonly JobSpec[]): RawBuilder<{ id: string }> => sql`
  graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`;

export const insertJobs = statement([[SAMPLE]], (db, specs: JobSpec[]) =>
  db.selectFrom(addJobs(specs).as('job')).select('id'),
);
