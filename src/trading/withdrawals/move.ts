import { later } from '../../kernel/index.ts';
import { event, type Event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { isAwaited, isCleared } from '../screening/index.ts';
import { withdrawalStateChanged } from './events.ts';
import type { Withdrawal } from './schema.ts';
import { checkMove, type Status } from './status.ts';
import { updateWithdrawal, type Finding, type WithdrawalRow } from './store.ts';
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
    | 'screening'
  >
>;

const APPROVAL_LIFETIME_MS = 72 * 3_600_000;

/** When a withdrawal that waits for people expires. */
export const expiryOf = ({ created_at }: Pick<WithdrawalRow, 'created_at'>): Date =>
  later(created_at, APPROVAL_LIFETIME_MS);

/** The same of one that waits. While a screener is awaited, it is due earlier. */
export const votableUntil = (row: WithdrawalRow): Date | null =>
  isAwaited(row) ? expiryOf(row) : row.due_at;

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

/** Why the venue holds it, with what one person has found. */
export const reasonWith = (reason: string | null, finding: Finding | null): string | null =>
  reason === null || finding === null
    ? reason
    : `${reason} ${finding.by} found it ${finding.found} there: another admin must find the same.`;

/** It is sent once it has its approvals and its screening; without either it waits. */
export function proceed(row: WithdrawalRow, approvals: number, now: Date): Move {
  if (isCleared(row) && approvals >= row.approvals_required)
    return move(row, 'PENDING', now, { due_at: now });
  return wait(row, row.due_at, row.waiting_reason);
}

/** In place of its screening, a person must approve it, beside the approvals that the policy asks for. */
export function askPeople(row: WithdrawalRow, reason: string): Move {
  const approvers = row.approvers ?? [];
  const asked = { ...row, approvals_required: row.approvals_required + 1, approvers };
  return wait(asked, expiryOf(row), reason);
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
  const { approvals_required, approvers, screening, finding } = after;
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
    ...(screening && { screening, approvals_required, approvers }),
    ...(from === 'SUBMITTED' && { finding }),
    updated_at: after.updated_at,
  });
}
