import { TRANSFER_FIELDS, TRANSFERS } from '../../transfers/index.ts';
import { code, decimal, text, time, type ExportType } from './declare.ts';

/** Both ends of each transfer. */
export const TRANSFER: ExportType = {
  scope: 'venue-transfer:view',
  table: `(${TRANSFERS}) as transfer`,
  time: 'created_at',
  order: 'created_at, id',
  columns: {
    id: code('id'),
    reference: text('reference'),
    status: code('transfer_status'),
    fromVenue: text('venue'),
    toVenue: text('to_venue'),
    asset: text('asset'),
    amount: decimal('amount'),
    receivedAmount: decimal('received_amount'),
    fee: decimal('coalesce(charged_fee, fee)'),
    network: text("destination ->> 'network'"),
    address: text("destination ->> 'address'"),
    tag: text("destination ->> 'tag'"),
    receipt: text('receipt'),
    withdrawalStatus: code('status'),
    venueTransferId: text('venue_transfer_id'),
    depositId: code('deposit_id'),
    depositState: code('deposit_state'),
    depositAmount: decimal('deposit_amount'),
    depositVenueTransferId: text('deposit_venue_id'),
    waitingReason: text('reason'),
    requestedBy: text('requested_by'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    matchedAt: time('matched_at'),
  },
  fields: TRANSFER_FIELDS,
};
