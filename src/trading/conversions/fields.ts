import { defineFields } from '../lucene/index.ts';

/** What conversions can be filtered by. */
export const FIELDS = defineFields('reference', {
  reference: {
    kind: 'keyword',
    column: 'conversion.reference',
    description: "The caller's reference; searched by a term without a field.",
  },
  id: { kind: 'keyword', column: 'conversion.id::text', description: 'The id of the conversion.' },
  status: { kind: 'keyword', column: 'conversion.status', description: 'The status, such as COMPLETED.' },
  tenantId: { kind: 'keyword', column: 'conversion.tenant', description: 'The tenant it belongs to.' },
  fromAsset: { kind: 'keyword', column: 'conversion.from_asset', description: 'The asset that is given.' },
  toAsset: { kind: 'keyword', column: 'conversion.to_asset', description: 'The asset that is wanted.' },
  from: { kind: 'number', column: 'conversion.from_amount', description: 'How much is given.' },
  to: { kind: 'number', column: 'conversion.to_amount', description: 'How much is got.' },
  venues: { kind: 'keywords', column: 'conversion.venues', description: 'The venues it trades at.' },
});
