import { later, type Context } from '../../kernel/index.ts';
import { enqueue, request, type JobRequest } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { expireJob, requestPollAt, requestSubmitAt } from './jobs.ts';
import { selectOverdue } from './store.ts';

/** Requests the jobs of all due withdrawals of every tenant, in case earlier jobs were lost or have died. */
export async function reconcileWithdrawals(context: Context<Db>): Promise<void> {
  const now = context.clock.now();
  const soon = later(now, 60_000);
  for (const { tenant, venue, status, due_at } of await selectOverdue(context.db, soon).execute()) {
    const runAt = due_at && due_at > now ? due_at : now;
    const actor = { ...context.actor, tenant };
    await enqueue(context.db, { ...context, actor }, [toJob(tenant, venue, status, runAt)]);
  }
}

function toJob(tenant: string, venue: string, status: string, runAt: Date): JobRequest {
  if (status === 'PENDING') return requestSubmitAt(tenant, venue, runAt);
  if (status === 'SUBMITTED') return requestPollAt(tenant, venue, runAt);
  return request(expireJob, {}, { runAt, key: `withdrawal.expire ${tenant}` });
}
