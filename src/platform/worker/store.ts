import { sql } from 'kysely';
import { tenantFlag } from '../jobs/index.ts';
import { statement } from '../postgres/index.ts';

interface JobView {
  id: string;
  task_identifier: string;
  run_at: Date;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  created_at: Date;
  locked_at: Date | null;
  locked_by: string | null;
  flags: Record<string, true> | null;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    'graphile_worker.jobs': JobView;
  }
}

export const JOB_STATES = ['waiting', 'scheduled', 'retrying', 'running', 'dead'] as const;

/** Waiting for a worker; scheduled for later; failed and to be tried again; running; failed for good. */
export type JobState = (typeof JOB_STATES)[number];

/** The first key of the advisory locks that live worker processes hold; the second is the hash of their id. */
const LIVENESS_LOCK = 721_634;

const STATE = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end`;

const COLUMNS = [
  'id',
  'task_identifier as name',
  STATE.as('state'),
  'attempts',
  'max_attempts as maxAttempts',
  'run_at as runAt',
  'last_error as lastError',
  'created_at as createdAt',
] as const;

const ofTenant = (tenant: string) => sql<boolean>`flags ? ${tenantFlag(tenant)}`;

export interface JobFilter {
  readonly state?: JobState | undefined;
  /** Without one, the jobs of all tenants and of the system. */
  readonly tenant?: string | undefined;
  /** Only those after this id. */
  readonly after?: string | undefined;
}

export const selectJobs = statement(
  [{ state: 'dead', tenant: 'acme', after: '0' }, 100],
  (db, { state, tenant, after }: JobFilter, limit: number) =>
    db
      .selectFrom('graphile_worker.jobs')
      .select(COLUMNS)
      .$if(state !== undefined, (query) => query.where(STATE, '=', sql.val(state)))
      .$if(tenant !== undefined, (query) => query.where(ofTenant(tenant ?? '')))
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit),
);

export const selectJob = statement(['1', 'acme'], (db, id: string, tenant: string | undefined) =>
  db
    .selectFrom('graphile_worker.jobs')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(tenant !== undefined, (query) => query.where(ofTenant(tenant ?? ''))),
);

export const countJobs = statement([], (db) =>
  db
    .selectFrom('graphile_worker.jobs')
    .select(({ fn }) => [STATE.as('state'), fn.countAll<string>().as('jobs')])
    .groupBy(STATE),
);

/** Returns no row if the job is running. */
export const rescheduleJob = statement(['1', 0], (db, id: string, attempts: number) =>
  db
    .selectFrom(
      sql<{ id: string }>`graphile_worker.reschedule_jobs(
        array[${id}]::bigint[], run_at => now(), attempts => ${attempts}::int)`.as('job'),
    )
    .select('id'),
);

/** Returns no row if the job is running. */
export const deleteJob = statement(['1'], (db, id: string) =>
  db
    .selectFrom(sql<{ id: string }>`graphile_worker.complete_jobs(array[${id}]::bigint[])`.as('job'))
    .select('id'),
);

/** Runs on the worker's LISTEN connection: when that ends, so does the lock. */
export const HOLD_LIVENESS_LOCK = `select pg_advisory_lock_shared(${LIVENESS_LOCK}, hashtext($1))`;

/** Unlocks the jobs of worker processes that have died, so that others run them. */
export const unlockOrphans = statement([], (db) =>
  db.selectNoFrom(
    sql`graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null and not exists (
        select from pg_locks
        where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid = ${sql.lit(LIVENESS_LOCK)} and objid = hashtext(locked_by)::oid and objsubid = 2)))`.as(
      'unlocked',
    ),
  ),
);
