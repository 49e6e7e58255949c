import { sql } from 'kysely';
import { backOffMs, later, type Clock } from '../../kernel/index.ts';
import { insertJobs, toSpec, type JobRequest } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import {
  countKill,
  deleteDeadWorkers,
  failJob,
  rescheduleJob,
  selectOrphans,
  sweepKills,
  unlockWorkers,
} from './store.ts';

/** The leases that a dead worker held besides its own end at most this much later: all are renewed at the same times. */
const OTHER_LEASES_MS = 2_000;

/** So often a worker may die or hang with a job before the job is dead. */
const MAX_KILLS = 10;
const MAX_WAIT_MS = 300_000;

const LOCK = 7_216_340_016;

interface Adoption {
  readonly group: string;
  readonly jobs: readonly string[];
  readonly atStart: readonly JobRequest[];
  readonly clock: Clock;
}

/**
 * Unlocks the jobs of workers that have died or hang, and requests what finds their other work again. An interruption
 * costs a job no attempt, because another job or a person may have caused it.
 */
export async function adoptOrphans(db: Db, { group, jobs, atStart, clock }: Adoption): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // One process at a time, so that none undoes what happened to a job after another has unlocked it.
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as free`.execute(tx);
    if (!rows[0]?.free) return;
    const dead = await deleteDeadWorkers(tx, group).execute();
    const orphans = await selectOrphans(tx, group, jobs).execute();
    if (orphans.length > 0) {
      await unlockWorkers(tx, [...new Set(orphans.map(({ locked_by }) => locked_by ?? ''))]).execute();
      for (const { id, attempts } of orphans) await release(tx, id, attempts - 1);
      await sweepKills(tx).execute();
    }
    if (dead.length > 0) await requestAll(tx, atStart, later(clock.now(), OTHER_LEASES_MS));
  });
}

/** After the second kill the waits grow and differ, so that jobs no longer run together with the one that kills. */
async function release(tx: Tx, id: string, attempts: number): Promise<void> {
  const { kills } = await countKill(tx, id).executeTakeFirstOrThrow();
  if (kills >= MAX_KILLS) {
    const error = `The worker died or hung ${kills} times while it ran this job. Find out why, for example in the log of the system, before you retry it.`;
    await failJob(tx, id, error).execute();
    return;
  }
  const waitMs = kills === 1 ? 0 : backOffMs(kills, 1_000, MAX_WAIT_MS) * (1 + Math.random());
  await rescheduleJob(tx, id, attempts, waitMs).execute();
}

/** In the name of the system. */
export async function requestAll(db: Db, requests: readonly JobRequest[], runAt?: Date): Promise<void> {
  if (requests.length === 0) return;
  await insertJobs(
    db,
    requests.map((request) => toSpec({ tenant: 'system' }, { ...request, ...(runAt && { runAt }) })),
  ).execute();
}
