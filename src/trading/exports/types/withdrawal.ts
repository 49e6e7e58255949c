import { WITHDRAWAL_FIELDS } from '../../withdrawals/index.ts';
import { code, decimal, text, time, type ExportType } from './declare.ts';

export const WITHDRAWAL: ExportType = {
  scope: 'venue-transfer:view',
  table: 'withdrawal',
  time: 'created_at',
  order: 'created_at, id',
  columns: {
    id: code('id'),
    reference: text('reference'),
    status: code('status'),
    venue: text('venue'),
    asset: text('asset'),
    amount: decimal('amount'),
    address: text("destination ->> 'address'"),
    network: text("destination ->> 'network'"),
    tag: text("destination ->> 'tag'"),
    destinationAlias: text("destination ->> 'alias'"),
    paymentReference: text("destination ->> 'reference'"),
    venueTransferId: text('venue_transfer_id'),
    receipt: text('receipt'),
    failureMessage: text('failure_message'),
    requestedBy: text('requested_by'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    fee: decimal('fee'),
    chargedFee: decimal('charged_fee'),
    receivedAmount: decimal('received_amount'),
    internalTransferId: text('internal_transfer_id'),
  },
  fields: WITHDRAWAL_FIELDS,
};
