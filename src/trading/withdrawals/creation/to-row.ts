import type { Decimal } from '../../../kernel/index.ts';
import type { Circumstances } from '../../../platform/commands/index.ts';
import type { NewRecipient } from '../../../platform/recipients/index.ts';
import type { StoredScreening } from '../../screening/index.ts';
import { expiryOf } from '../move.ts';
import type { Status } from '../status.ts';
import type { Decision, WithdrawalRow } from '../store.ts';
import type { Body } from './input.ts';

interface Consequence {
  /** What the venue charges, where it says so. */
  readonly fee: Decimal | undefined;
  readonly approvals: number;
  readonly approvers: string[] | null;
  readonly screening: StoredScreening | null;
  readonly decision: Decision;
  readonly toVenue: string | null;
  readonly recipient: Mark | null;
  readonly proposalId: string | null;
}

type Mark = Pick<WithdrawalRow, 'recipient_id' | 'recipient_hash'>;

export const markOf = (given: NewRecipient | undefined, saved: Mark | undefined): Mark | null =>
  given ? { recipient_id: given.row.id, recipient_hash: given.row.hash } : (saved ?? null);

export function toRow(
  { venue, asset, amount, reference }: Body,
  destination: WithdrawalRow['destination'],
  status: Status,
  { fee, approvals, approvers, screening, decision, toVenue, recipient, proposalId }: Consequence,
  { id, actor, now }: Circumstances,
): WithdrawalRow {
  const waitsUntil = screening ? new Date(screening.until) : expiryOf({ created_at: now });
  return {
    id,
    tenant: actor.tenant,
    venue,
    asset: asset.code,
    amount,
    destination,
    reference,
    status,
    venue_transfer_id: null,
    receipt: null,
    fee: fee?.toString() ?? null,
    charged_fee: null,
    received_amount: null,
    internal_transfer_id: null,
    failure_message: null,
    requested_by: actor.id,
    approvals_required: approvals,
    approvers,
    due_at: status === 'PENDING' ? now : status === 'APPROVAL_REQUESTED' ? waitsUntil : null,
    waiting_reason: screening && `It waits for its screening until ${screening.until}.`,
    sent_at: null,
    decision,
    to_venue: toVenue,
    screening,
    recipient_id: recipient?.recipient_id ?? null,
    recipient_hash: recipient?.recipient_hash ?? null,
    proposal_id: proposalId,
    finding: null,
    created_at: now,
    updated_at: now,
  };
}
