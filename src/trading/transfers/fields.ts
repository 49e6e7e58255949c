import { defineFields } from '../../platform/lucene/index.ts';
import { STATUS_SQL, TRANSFER_STATUSES } from './status.ts';

/** Withdrawals to our own venues with what is known of their other end, as SQL. The fields of filters are its columns. */
export const TRANSFERS = `
  select withdrawal.id, withdrawal.tenant, withdrawal.reference, ${STATUS_SQL} as transfer_status, withdrawal.venue,
      withdrawal.to_venue, withdrawal.asset, withdrawal.amount, withdrawal.received_amount, withdrawal.fee, withdrawal.charged_fee,
      withdrawal.destination, withdrawal.receipt, withdrawal.status, withdrawal.venue_transfer_id, withdrawal.requested_by,
      withdrawal.created_at, withdrawal.updated_at, transfer_match.deposit_id, transfer_match.reason,
      transfer_match.updated_at as matched_at, deposit.state as deposit_state, deposit.amount as deposit_amount,
      deposit.venue_deposit_id as deposit_venue_id
    from withdrawal
    left join transfer_match on transfer_match.withdrawal_id = withdrawal.id
    left join deposit on deposit.id = transfer_match.deposit_id
    where withdrawal.to_venue is not null`;

/** The filter fields of transfers. */
export const FIELDS = defineFields('reference', {
  reference: {
    kind: 'keyword',
    column: 'transfer.reference',
    description: "The caller's reference; searched by a term without a field.",
  },
  id: { kind: 'keyword', column: 'transfer.id::text', description: 'The id of the transfer.' },
  status: {
    kind: 'keyword',
    column: 'transfer.transfer_status',
    description: 'The status, such as IN_FLIGHT.',
    values: TRANSFER_STATUSES,
  },
  tenantId: { kind: 'keyword', column: 'transfer.tenant', description: 'The tenant.' },
  fromVenue: {
    kind: 'keyword',
    column: 'transfer.venue',
    description: 'The venue that sends.',
    values: 'recent',
  },
  toVenue: {
    kind: 'keyword',
    column: 'transfer.to_venue',
    description: 'The venue that receives.',
    values: 'recent',
  },
  asset: { kind: 'keyword', column: 'transfer.asset', description: 'The asset code.', values: 'recent' },
  amount: { kind: 'number', column: 'transfer.amount', description: 'The amount.' },
  network: {
    kind: 'keyword',
    column: "(transfer.destination ->> 'network')",
    description: 'The network.',
    values: 'recent',
  },
  hash: { kind: 'keyword', column: 'transfer.receipt', description: 'The transaction.' },
  createdAt: { kind: 'time', column: 'transfer.created_at', description: 'When it was requested.' },
});
