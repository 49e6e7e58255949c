import { DEPOSIT_FIELDS } from '../../deposits/index.ts';
import { code, decimal, text, time, type ExportType } from './declare.ts';

export const DEPOSIT: ExportType = {
  scope: 'venue-transfer:view',
  table: 'deposit',
  time: 'created_at',
  order: 'created_at, id',
  columns: {
    id: code('id'),
    status: code('status'),
    state: code('state'),
    venue: text('venue'),
    asset: text('asset'),
    amount: decimal('amount'),
    fee: decimal('fee'),
    address: text('address'),
    network: text('network'),
    tag: text('tag'),
    receipt: text('receipt'),
    internalTransferId: text('internal_transfer_id'),
    venueTransferId: text('venue_deposit_id'),
    venueStatus: text('venue_status'),
    takenBackAt: time('taken_back_at'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  fields: DEPOSIT_FIELDS,
};
