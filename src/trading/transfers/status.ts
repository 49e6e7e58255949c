export const TRANSFER_STATUSES = [
  'SIMULATED',
  'APPROVAL_REQUESTED',
  'PENDING',
  'IN_FLIGHT',
  'NEEDS_PERSON',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Of the two ends together. What arrived cannot have failed to leave. */
export const STATUS_SQL = `case
    when deposit.id is null and withdrawal.status not in ('SUBMITTED', 'COMPLETED') then withdrawal.status
    when deposit.id is null and transfer_match.reason is null then 'IN_FLIGHT'
    when deposit.id is null or deposit.state = 'rejected' or withdrawal.status = 'FAILED' then 'NEEDS_PERSON'
    when deposit.state = 'credited' then 'COMPLETED'
    else 'IN_FLIGHT'
  end`;
