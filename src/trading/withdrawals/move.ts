import { event, type Event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { withdrawalStateChanged } from './events.ts';
import type { Withdrawal } from './schema.ts';
import { checkMove, type Status } from './status.ts';
import { updateWithdrawal, type WithdrawalRow } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

/** A changed withdrawal, to be written only if its status is still `from`. */
export interface Move {
  readonly from: Status;
  readonly after: WithdrawalRow;
}

type Particulars = Partial<
  Pick<
    WithdrawalRow,
    | 'venue_transfer_id'
    | 'receipt'
    | 'charged_fee'
    | 'received_amount'
    | 'internal_transfer_id'
    | 'failure_message'
    | 'due_at'
  >
>;

/** Changes the status and ends any wait. */
export function move(row: WithdrawalRow, to: Status, now: Date, particulars: Particulars = {}): Move {
  checkMove(row.status, to);
  const sent_at = to === 'SUBMITTED' ? now : row.sent_at;
  const after = { ...row, due_at: null, waiting_reason: null, sent_at, ...particulars };
  return { from: row.status, after: { ...after, status: to, updated_at: now } };
}

/** Keeps the status. With `dueAt` null, only a person can continue. */
export function wait(
  row: WithdrawalRow,
  dueAt: Date | null,
  reason: string | null,
  sentAt: Date | null = row.sent_at,
): Move {
  return { from: row.status, after: { ...row, due_at: dueAt, waiting_reason: reason, sent_at: sentAt } };
}

/** None if the status is unchanged. */
export function eventsOf({ from, after }: Move): Event[] {
  if (from === after.status) return [];
  const { id, status: to } = after;
  return [event(withdrawalStateChanged, { id, from, to, withdrawal: toWithdrawal(after) })];
}

/** Returns it as the API shows it; undefined if its status is another one by now. */
export async function saveShown(db: Db, made: Move): Promise<Withdrawal | undefined> {
  const row = await saveMove(db, made).executeTakeFirst();
  return row && toWithdrawal(row);
}

export function saveMove(db: Db, { from, after }: Move) {
  const { status, venue_transfer_id, failure_message, due_at, waiting_reason, sent_at } = after;
  const { receipt, fee, charged_fee, received_amount, internal_transfer_id } = after;
  return updateWithdrawal(db, after.id, from, {
    status,
    venue_transfer_id,
    receipt,
    fee,
    charged_fee,
    received_amount,
    internal_transfer_id,
    failure_message,
    due_at,
    waiting_reason,
    sent_at,
    updated_at: after.updated_at,
  });
}
