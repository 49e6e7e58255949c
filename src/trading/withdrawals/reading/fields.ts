import { defineFields } from '../../../platform/lucene/index.ts';
import { STATUS_ALIASES, STATUSES } from '../status.ts';

/** The filter fields of withdrawals. */
export const FIELDS = defineFields('reference', {
  reference: {
    kind: 'keyword',
    column: 'withdrawal.reference',
    description: "The caller's reference; searched by a term without a field.",
  },
  id: { kind: 'keyword', column: 'withdrawal.id::text', description: 'The id of the withdrawal.' },
  status: {
    kind: 'keyword',
    column: 'withdrawal.status',
    description: 'The status, such as PENDING.',
    values: STATUSES,
    aliases: STATUS_ALIASES,
  },
  tenantId: { kind: 'keyword', column: 'withdrawal.tenant', description: 'The tenant.' },
  venue: { kind: 'keyword', column: 'withdrawal.venue', description: 'The venue.', values: 'recent' },
  asset: { kind: 'keyword', column: 'withdrawal.asset', description: 'The asset code.', values: 'recent' },
  amount: { kind: 'number', column: 'withdrawal.amount', description: 'The amount.' },
  address: {
    kind: 'keyword',
    column: "(withdrawal.destination ->> 'address')",
    description: 'The blockchain destination.',
  },
  network: {
    kind: 'keyword',
    column: "(withdrawal.destination ->> 'network')",
    description: 'The network.',
    values: 'recent',
  },
  tag: {
    kind: 'keyword',
    column: "(withdrawal.destination ->> 'tag')",
    description: 'The tag or memo of the blockchain destination.',
  },
  alias: {
    kind: 'keyword',
    column: "(withdrawal.destination ->> 'alias')",
    description: 'The name of the saved destination.',
    values: 'recent',
  },
  requestedBy: {
    kind: 'keyword',
    column: 'withdrawal.requested_by',
    description: 'The requester.',
    values: 'recent',
  },
  venueTransferId: {
    kind: 'keyword',
    column: 'withdrawal.venue_transfer_id',
    description: 'Its id at the venue.',
  },
  needsPerson: {
    kind: 'keyword',
    column:
      "(case when withdrawal.status = 'PENDING' and withdrawal.due_at is null then 'true' else 'false' end)",
    description: 'Whether it waits until a person says what the venue has.',
    values: ['true', 'false'],
  },
  screening: {
    kind: 'keyword',
    column:
      "(case when withdrawal.screening is not null then coalesce(withdrawal.screening ->> 'verdict', case withdrawal.status when 'APPROVAL_REQUESTED' then 'AWAITED' end) end)",
    description: 'The verdict of its screening, or AWAITED.',
    values: ['AWAITED', 'PASS', 'REFUSE', 'HOLD', 'SILENCE'],
  },
  createdAt: { kind: 'time', column: 'withdrawal.created_at', description: 'When it was created.' },
  updatedAt: { kind: 'time', column: 'withdrawal.updated_at', description: 'When it last changed.' },
});
