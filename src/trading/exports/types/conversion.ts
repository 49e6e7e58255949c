import { CONVERSION_FIELDS } from '../../conversions/index.ts';
import { code, decimal, json, text, time, type ExportType } from './declare.ts';

export const CONVERSION: ExportType = {
  scope: 'conversions:view',
  table: 'conversion',
  time: 'created_at',
  order: 'created_at, id',
  columns: {
    id: code('id'),
    reference: text('reference'),
    status: code('status'),
    executor: code('executor'),
    fromAsset: text('from_asset'),
    fromAmount: decimal('from_amount'),
    toAsset: text('to_asset'),
    toAmount: decimal('to_amount'),
    venues: text("array_to_string(venues, ' ')"),
    metadata: json('metadata'),
    failureMessage: text('failure_message'),
    requestedBy: text('requested_by'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  fields: CONVERSION_FIELDS,
};
