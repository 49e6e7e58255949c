import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { eventsOf, move, saveMove } from './move.ts';
import { lockWithdrawal, selectExpired } from './store.ts';

const BATCH = 100;

/** Cancels the tenant's withdrawals that were not approved in time. */
export async function expireApprovals(context: Context<Db>): Promise<void> {
  const { actor, db, clock } = context;
  for (;;) {
    const expired = await selectExpired(db, actor.tenant, clock.now(), BATCH).execute();
    if (expired.length === 0) return;
    for (const { id } of expired) {
      context.signal.throwIfAborted();
      await run(context, expire, { id }).catch(ignoreChanged);
    }
  }
}

const expire = command({
  name: 'withdrawal.expire',
  scope: 'admin',
  lock: (tx, { id }: { readonly id: string }, { actor }) =>
    lockWithdrawal(tx, actor.tenant, id).executeTakeFirst(),
  decide(row, _input, { now }) {
    const failure_message = 'It expired: it did not get enough approvals in time.';
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

/** Another process or person has changed the withdrawal since it was selected. */
export function ignoreChanged(error: unknown): void {
  if (error instanceof Problem && error.code === 'invalid_transition') return;
  throw error;
}
