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

interface JobKillTable {
  job_id: string;
  kills: number;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    'graphile_worker.jobs': JobView;
    job_kill: JobKillTable;
  }
}

export const JOB_STATES = ['waiting', 'scheduled', 'retrying', 'running', 'dead'] as const;

/** Waiting for a worker; scheduled for later; failed and to be tried again; running; failed for good. */
export type JobState = (typeof JOB_STATES)[number];

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
export const rescheduleJob = statement(['1', 0, 0], (db, id: string, attempts: number, waitMs: number) =>
  db
    .selectFrom(
      sql<{ id: string }>`graphile_worker.reschedule_jobs(
        array[${id}]::bigint[], run_at => now() + ${waitMs}::float8 * interval '1 millisecond',
        attempts => ${attempts}::int)`.as('job'),
    )
    .select('id'),
);

/** Ends a job that is not running for good, with an error. */
export const failJob = statement(['1', 'It kills its worker.'], (db, id: string, error: string) =>
  db
    .selectFrom(
      sql<{ id: string }>`graphile_worker.permanently_fail_jobs(array[${id}]::bigint[], ${error})`.as('job'),
    )
    .select('id'),
);

/** Counts one more kill of a job, and returns how many there are. */
export const countKill = statement(['1'], (db, id: string) =>
  db
    .insertInto('job_kill')
    .values({ job_id: id, kills: 1 })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ kills: sql`job_kill.kills + 1` }))
    .returning('kills'),
);

export const forgetKills = statement(['1'], (db, id: string) =>
  db.deleteFrom('job_kill').where('job_id', '=', id),
);

/** Removes the counts of jobs that have ended. */
export const sweepKills = statement([], (db) =>
  db
    .deleteFrom('job_kill')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('graphile_worker.jobs').select('id').whereRef('id', '=', 'job_kill.job_id')),
      ),
    ),
);

/** Returns no row if the job is running. */
export const deleteJob = statement(['1'], (db, id: string) =>
  db
    .selectFrom(sql<{ id: string }>`graphile_worker.complete_jobs(array[${id}]::bigint[])`.as('job'))
    .select('id'),
);

/** The lease by which a worker lives. Workers of one group run the same jobs. */
export const leaseOf = (group: string, worker: string): string => `worker ${group} ${worker}`;

/** Removes the leases of the workers of a group that have died or hang. */
export const deleteDeadWorkers = statement(['trading'], (db, group: string) =>
  db
    .deleteFrom('lease')
    .where(sql<boolean>`starts_with(name, ${leaseOf(group, '')})`)
    .where(sql<boolean>`expires_at <= clock_timestamp()`)
    .returning('name'),
);

/** The jobs that such workers have left locked. */
export const selectOrphans = statement(
  ['trading', ['withdrawal.submit']],
  (db, group: string, jobs: readonly string[]) =>
    db
      .selectFrom('graphile_worker.jobs as job')
      .select(['id', 'attempts', 'locked_by'])
      .where('locked_by', 'is not', null)
      .where(sql<boolean>`task_identifier = any(${jobs}::text[])`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('lease')
              .select('name')
              .where(sql<boolean>`name = ${leaseOf(group, '')} || locked_by`),
          ),
        ),
      ),
);

export const unlockWorkers = statement([['worker-1']], (db, workers: readonly string[]) =>
  db.selectNoFrom(sql`graphile_worker.force_unlock_workers(${workers}::text[])`.as('unlocked')),
);
