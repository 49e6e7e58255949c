import { defineFields } from '../../platform/lucene/index.ts';
import { STATUSES } from './status.ts';

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
  from: { kind: 'number', column: 'conversion.from_amount', description: 'The amount to sell.' },
  to: { kind: 'number', column: 'conversion.to_amount', description: 'The amount to buy.' },
  venues: {
    kind: 'keywords',
    column: 'conversion.venues',
    description: 'The venues it trades at.',
    values: 'recent',
  },
});
