import type { Event } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { checkMove, type Status } from './status.ts';
import { updateWithdrawal, type WithdrawalRow } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

/** A withdrawal as it is to be, and the status in which it must still be for that. */
export interface Move {
  readonly from: Status;
  readonly after: WithdrawalRow;
}

type Particulars = Partial<
  Pick<WithdrawalRow, 'venue_transfer_id' | 'receipt' | 'failure_message' | 'due_at'>
>;

/** Another status. What it waited for is over. */
export function move(row: WithdrawalRow, to: Status, now: Date, particulars: Particulars = {}): Move {
  checkMove(row.status, to);
  const after = { ...row, due_at: null, waiting_reason: null, ...particulars, status: to, updated_at: now };
  return { from: row.status, after };
}

/** The same status, to be taken up again at some time, or by nobody but a person. */
export function wait(row: WithdrawalRow, dueAt: Date | null, reason: string | null): Move {
  return { from: row.status, after: { ...row, due_at: dueAt, waiting_reason: reason } };
}

/** None where the status stays. */
export function eventsOf({ from, after }: Move): Event[] {
  if (from === after.status) return [];
  const payload = { id: after.id, from, to: after.status, withdrawal: toWithdrawal(after) };
  return [{ type: 'withdrawal.state-changed', payload }];
}

export function saveMove(db: Db, { from, after }: Move) {
  const { status, venue_transfer_id, receipt, failure_message, due_at, waiting_reason, updated_at } = after;
  return updateWithdrawal(db, after.id, from, {
    status,
    venue_transfer_id,
    receipt,
    failure_message,
    due_at,
    waiting_reason,
    updated_at,
  });
}
