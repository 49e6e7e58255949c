import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { countJobs, JOB_STATES, selectJobs, type JobFilter, type JobState } from './store.ts';

export interface JobSummary {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: Date;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

interface JobsQuery extends JobFilter {
  readonly limit: number;
}

/** Oldest first. */
export async function listJobs({ db }: Context<Db>, { limit, ...filter }: JobsQuery): Promise<JobSummary[]> {
  return selectJobs(db, filter, limit).execute();
}

export async function jobCounts(db: Db): Promise<Record<JobState, number>> {
  const counts = new Map((await countJobs(db).execute()).map(({ state, jobs }) => [state, Number(jobs)]));
  return Object.fromEntries(JOB_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<
    JobState,
    number
  >;
}
