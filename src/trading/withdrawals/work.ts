import type { Context } from '../../kernel/index.ts';
import { handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { expireApprovals } from './expire.ts';
import { expireJob, foldCountsJob, pollJob, reconcileJob, submitJob } from './jobs.ts';
import { pollDue, submitDue, TIMING, type Timing } from './sending/index.ts';
import { NO_RATES } from './policy/index.ts';
import { reconcileWithdrawals } from './reconcile.ts';
import { foldCounts } from './store.ts';

/** The lane: an account whose venue hangs keeps no other account waiting. */
const accountOf = async ({ actor }: Context<Db>, { venue }: { readonly venue: string }): Promise<string> =>
  `${actor.tenant} ${venue}`;

export function withdrawalJobs(
  directory: VenueDirectory,
  times: Partial<Timing> = {},
  rates = NO_RATES,
  personal = NO_KEYS,
): ModuleJobs {
  const timing = { ...TIMING, ...times };
  return {
    handlers: [
      handle(
        submitJob,
        (context, payload) => submitDue(context, directory, timing, payload, { rates, personal }),
        accountOf,
      ),
      handle(
        pollJob,
        (context, payload) => pollDue(context, directory, timing, payload, personal),
        accountOf,
      ),
      handle(expireJob, expireApprovals),
      handle(reconcileJob, reconcileWithdrawals),
      handle(foldCountsJob, async ({ db }) => void (await foldCounts(db).execute())),
    ],
    cron: [
      { schedule: '* * * * *', request: request(reconcileJob, {}) },
      { schedule: '* * * * *', request: request(foldCountsJob, {}) },
    ],
    atStart: [request(reconcileJob, {}, { key: 'withdrawal.reconcile at start' })],
  };
}
