import { handle, request, type JobHandler, type JobRequest } from '../../platform/jobs/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { expireApprovals } from './expire.ts';
import { expireJob, foldCountsJob, pollJob, reconcileJob, submitJob } from './jobs.ts';
import { pollDue } from './poll.ts';
import { reconcileWithdrawals } from './reconcile.ts';
import { foldCounts } from './store.ts';
import { submitDue } from './submit.ts';
import { TIMING, type Timing } from './submission.ts';

/** What does the jobs of withdrawals. */
export function withdrawalHandlers(directory: VenueDirectory, times: Partial<Timing> = {}): JobHandler[] {
  const timing = { ...TIMING, ...times };
  return [
    handle(submitJob, (context, payload) => submitDue(context, directory, timing, payload)),
    handle(pollJob, (context, payload) => pollDue(context, directory, timing, payload)),
    handle(expireJob, expireApprovals),
    handle(reconcileJob, reconcileWithdrawals),
    handle(foldCountsJob, async ({ db }) => void (await foldCounts(db).execute())),
  ];
}

/** To be requested whenever a worker starts. */
export const reconcileAtStart: JobRequest = request(
  reconcileJob,
  {},
  { key: 'withdrawal.reconcile at start' },
);

export const WITHDRAWAL_CRON = [
  { schedule: '* * * * *', request: request(reconcileJob, {}) },
  { schedule: '* * * * *', request: request(foldCountsJob, {}) },
] as const;
