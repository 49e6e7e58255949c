import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { eventsOf, move, saveMove } from './move.ts';
import { lockWithdrawal, selectExpired } from './store.ts';

const BATCH = 100;

/** Cancels the tenant's withdrawals whose time to be approved has passed. */
export async function expireApprovals(context: Context<Db>): Promise<void> {
  const { actor, db, clock } = context;
  for (;;) {
    const expired = await selectExpired(db, actor.tenant, clock.now(), BATCH).execute();
    if (expired.length === 0) return;
    for (const { id } of expired) {
      context.signal.throwIfAborted();
      await run(context, expire, { id }).catch(ignoreOutrun);
    }
  }
}

const expire = command({
  name: 'withdrawal.expire',
  scope: 'admin',
  lock: (tx, { id }: { readonly id: string }, { actor }) =>
    lockWithdrawal(tx, actor.tenant, id).executeTakeFirst(),
  decide(row, _input, { now }) {
    const failure_message = 'It expired: too few approvals came in time.';
    const change = move(row, 'CANCELLED', now, { failure_message });
    if (row.status !== 'APPROVAL_REQUESTED') {
      throw new Problem('invalid_transition', `The withdrawal is ${row.status}; it cannot expire.`);
    }
    return {
      change,
      audit: { subject: row.id, details: { status: 'CANCELLED', reason: failure_message } },
      events: eventsOf(change),
    };
  },
  write: (tx, made) => saveMove(tx, made).executeTakeFirst(),
});

/** Somebody else was faster; the withdrawal is no longer what it was when it was chosen. */
export function ignoreOutrun(error: unknown): void {
  if (error instanceof Problem && error.code === 'invalid_transition') return;
  throw error;
}
