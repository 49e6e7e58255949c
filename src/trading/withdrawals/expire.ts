import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { isAwaited } from '../screening/index.ts';
import { requestExpire } from './jobs.ts';
import { askPeople, eventsOf, expiryOf, move, saveMove, type Move } from './move.ts';
import { screeningOccasions } from './notices.ts';
import { lockWithdrawal, selectExpired, type WithdrawalRow } from './store.ts';

const BATCH = 100;

/** Ends the waiting of the tenant's withdrawals that were not approved, or not screened, in time. */
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
    if (row.status !== 'APPROVAL_REQUESTED' || row.due_at === null || row.due_at > now) {
      throw new Problem('invalid_transition', `The withdrawal is ${row.status}; it cannot expire now.`);
    }
    const change = toMove(row, now);
    const { status, failure_message, waiting_reason } = change.after;
    const isOpen = status === 'APPROVAL_REQUESTED';
    return {
      change,
      audit: {
        subject: row.id,
        details: {
          status,
          reason: failure_message ?? waiting_reason,
          ...(isAwaited(row) && { verdict: 'SILENCE' }),
        },
      },
      events: eventsOf(change),
      jobs: isOpen ? [requestExpire(expiryOf(row)), ...screeningOccasions(row.id, expiryOf(row))] : [],
    };
  },
  write: (tx, made) => saveMove(tx, made).executeTakeFirst(),
});

/** What was approved but not screened in time is cancelled too, unless the rule says that people decide then. */
function toMove(row: WithdrawalRow, now: Date): Move {
  const { screening } = row;
  if (screening === null || !isAwaited(row)) {
    return move(row, 'CANCELLED', now, {
      failure_message: 'It expired: it did not get enough approvals in time.',
    });
  }
  if (screening.silence === 'REFUSE' || expiryOf(row) <= now) {
    return move(row, 'CANCELLED', now, {
      failure_message: 'It expired: its screening was not answered in time.',
    });
  }
  const silent = { ...screening, verdict: 'SILENCE', at: now.toISOString() } as const;
  return askPeople(
    { ...row, screening: silent },
    'Its screening was not answered in time. A person must approve it in addition.',
  );
}

/** Another process or person has changed the withdrawal since it was selected. */
export function ignoreChanged(error: unknown): void {
  if (error instanceof Problem && error.code === 'invalid_transition') return;
  throw error;
}
