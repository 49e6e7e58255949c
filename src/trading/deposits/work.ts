import type { Context } from '../../kernel/index.ts';
import { enqueue, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import type { Venue } from '../venues/index.ts';
import { pollJob, requestPollAt, scheduleJob } from './jobs.ts';
import { pollDeposits, TIMING, type Timing } from './poll.ts';

interface Account {
  readonly tenant: string;
  readonly code: string;
  readonly venue: Venue;
}

/** `accounts` are the venues of all tenants. */
export function depositJobs(
  directory: VenueDirectory,
  accounts: () => readonly Account[],
  times: Partial<Timing> = {},
): ModuleJobs {
  const timing = { ...TIMING, ...times };
  return {
    handlers: [
      handle(
        pollJob,
        (context, payload) => pollDeposits(context, directory, timing, payload),
        // The lane: an account whose venue hangs keeps no other account waiting.
        async ({ actor }, { venue }) => `deposits ${actor.tenant} ${venue}`,
      ),
      handle(scheduleJob, (context) => schedule(context, accounts())),
    ],
    cron: [{ schedule: '* * * * *', request: request(scheduleJob, {}) }],
    atStart: [request(scheduleJob, {}, { key: 'deposit.schedule at start' })],
  };
}

/** Requests the reading of every account, in case the job that each reading requests was lost. */
async function schedule(context: Context<Db>, accounts: readonly Account[]): Promise<void> {
  const now = context.clock.now();
  for (const { tenant, code, venue } of accounts) {
    if (!venue.deposits) continue;
    const actor = { ...context.actor, tenant };
    await enqueue(context.db, { ...context, actor }, [requestPollAt(tenant, code, now)]);
  }
}
