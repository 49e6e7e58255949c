import { defineFields, type Field } from '../../platform/lucene/index.ts';
import { EXECUTORS, STATUSES } from './status.ts';

const COLUMN = 'conversion.created_at';
export const CREATED_AT: Field = {
  name: 'createdAt',
  kind: 'time',
  column: COLUMN,
  description: 'When it was created.',
};

/** The filter fields of conversions. */
export const FIELDS = defineFields('reference', {
  reference: {
    kind: 'keyword',
    column: 'conversion.reference',
    description: "The caller's reference; searched by a term without a field.",
  },
  id: { kind: 'keyword', column: 'conversion.id::text', description: 'The id of the conversion.' },
  status: {
    kind: 'keyword',
    column: 'conversion.status',
    description: 'The status, such as COMPLETED.',
    values: STATUSES,
  },
  tenantId: { kind: 'keyword', column: 'conversion.tenant', description: 'The tenant.' },
  fromAsset: {
    kind: 'keyword',
    column: 'conversion.from_asset',
    description: 'The asset to sell.',
    values: 'recent',
  },
  toAsset: {
    kind: 'keyword',
    column: 'conversion.to_asset',
    description: 'The asset to buy.',
    values: 'recent',
  },
  from: {
    kind: 'number',
    column: 'conversion.from_amount',
    description: 'The amount to sell; with a time, what was created then or later.',
    orTime: { column: COLUMN, end: 'first' },
  },
  to: {
    kind: 'number',
    column: 'conversion.to_amount',
    description: 'The amount to buy; with a time, what was created then or earlier.',
    orTime: { column: COLUMN, end: 'last' },
  },
  venues: {
    kind: 'keywords',
    column: 'conversion.venues',
    description: 'The venues it trades at.',
    values: 'recent',
  },
  executor: {
    kind: 'keyword',
    column: 'conversion.executor',
    description: 'How it trades, such as MARKET.',
    values: EXECUTORS,
  },
  createdAt: CREATED_AT,
});
