import { defineFields } from '../../platform/lucene/index.ts';
import { HOLDS, STATUSES } from './state.ts';

/** The filter fields of deposits. */
export const FIELDS = defineFields('hash', {
  hash: {
    kind: 'keyword',
    column: 'deposit.receipt',
    description: 'The transaction; searched by a term without a field.',
  },
  id: { kind: 'keyword', column: 'deposit.id::text', description: 'The id of the deposit.' },
  status: {
    kind: 'keyword',
    column: 'deposit.status',
    description: 'The status, such as PENDING.',
    values: STATUSES,
  },
  hold: {
    kind: 'keyword',
    column:
      "(case deposit.state when 'locked' then 'LOCKED' when 'information' then 'NEEDS_INFORMATION' end)",
    description: 'Why the venue holds it back.',
    values: HOLDS,
  },
  tenantId: { kind: 'keyword', column: 'deposit.tenant', description: 'The tenant.' },
  venue: { kind: 'keyword', column: 'deposit.venue', description: 'The venue.', values: 'recent' },
  asset: { kind: 'keyword', column: 'deposit.asset', description: 'The asset code.', values: 'recent' },
  amount: { kind: 'number', column: 'deposit.amount', description: 'The amount.' },
  address: { kind: 'keyword', column: 'deposit.address', description: 'Our address that it came to.' },
  network: {
    kind: 'keyword',
    column: 'deposit.network',
    description: 'The network.',
    values: 'recent',
  },
  venueTransferId: {
    kind: 'keyword',
    column: 'deposit.venue_deposit_id',
    description: 'Its id at the venue.',
  },
  venueStatus: {
    kind: 'keyword',
    column: 'deposit.venue_status',
    description: 'The status in the word of the venue.',
    values: 'recent',
  },
  createdAt: { kind: 'time', column: 'deposit.created_at', description: 'When the venue recorded it.' },
  updatedAt: { kind: 'time', column: 'deposit.updated_at', description: 'When it last changed.' },
});
