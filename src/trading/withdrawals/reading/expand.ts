import { cannotVote, type Reader } from '../cannot-vote.ts';
import { showScreening } from '../../screening/index.ts';
import { votableUntil } from '../move.ts';
import type { Approval, WithdrawalDetail } from '../schema.ts';
import { needsPerson } from '../store.ts';
import type { ExpandedRow, ReadRow } from './store.ts';
import { toWithdrawal } from '../withdrawal.ts';

/** As the API shows it, with the approvals if their votes were read. */
export function toDetail(row: ReadRow, reader: Reader): WithdrawalDetail {
  const { votes, requesters = [], screeners = [] } = row;
  return votes ? toApproval({ ...row, votes, requesters, screeners }, reader) : toWithdrawal(row);
}

/** A withdrawal with what a person needs to decide on it. */
export function toApproval(row: ExpandedRow, reader: Reader): Approval {
  const { status, decision, screening, requested_by, approvals_required, waiting_reason, votes } = row;
  return {
    ...toWithdrawal(row),
    requestedBy: requested_by,
    approvals: {
      required: approvals_required,
      votes: votes.map(({ voter, decision, comment, at }) => ({
        voter,
        decision,
        comment,
        at: new Date(at).toISOString(),
      })),
      expiresAt: status === 'APPROVAL_REQUESTED' ? (votableUntil(row)?.toISOString() ?? null) : null,
    },
    decision,
    screening: screening && showScreening(screening, row),
    waitingReason: waiting_reason,
    needsPerson: needsPerson(row),
    cannotVote: cannotVote(row, reader),
  };
}
