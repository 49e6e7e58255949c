import { defineFields } from '../../../platform/lucene/index.ts';
import { code, decimal, text, time, type ExportType } from './declare.ts';

/** What the venues have charged, each time: as flows count it. */
const FEES = `(
  select tenant, created_at as at, 'deposit' as kind, id as subject_id, venue_deposit_id as venue_id, venue, asset, fee as amount
    from deposit where state = 'credited' and fee > 0
  union all
  select tenant, sent_at, case when to_venue is null then 'withdrawal' else 'transfer' end, id, coalesce(venue_transfer_id, ''),
      venue, asset, coalesce(charged_fee, fee)
    from withdrawal where status in ('SUBMITTED', 'COMPLETED') and coalesce(charged_fee, fee) > 0
  union all
  select conversion.tenant, conversion_trade.traded_at, 'conversion', conversion.id, conversion_trade.venue_trade_id,
      conversion_order.venue, conversion_trade.fee_asset, conversion_trade.fee
    from conversion_trade
    join conversion_order on conversion_order.id = conversion_trade.order_id
    join conversion on conversion.id = conversion_order.conversion_id
    where conversion_trade.fee <> 0
) as charge`;

const KINDS = ['conversion', 'deposit', 'transfer', 'withdrawal'] as const;

export const FEE: ExportType = {
  scope: 'venue-transfer:view',
  table: FEES,
  time: 'at',
  order: 'at, kind, subject_id, venue_id, asset, amount',
  columns: {
    chargedAt: time('at'),
    kind: code('kind'),
    subjectId: code('subject_id'),
    venueId: text('venue_id'),
    venue: text('venue'),
    asset: text('asset'),
    amount: decimal('amount'),
  },
  fields: defineFields('subjectId', {
    subjectId: {
      kind: 'keyword',
      column: 'charge.subject_id::text',
      description: 'The conversion, deposit, transfer or withdrawal; searched by a term without a field.',
    },
    kind: {
      kind: 'keyword',
      column: 'charge.kind',
      description: 'What it was charged for, such as withdrawal.',
      values: KINDS,
    },
    tenantId: { kind: 'keyword', column: 'charge.tenant', description: 'The tenant.' },
    venue: { kind: 'keyword', column: 'charge.venue', description: 'The venue.', values: 'recent' },
    asset: {
      kind: 'keyword',
      column: 'charge.asset',
      description: 'The asset of the fee.',
      values: 'recent',
    },
    amount: {
      kind: 'number',
      column: 'charge.amount',
      description: 'The fee; below zero if the venue has paid it.',
    },
    chargedAt: { kind: 'time', column: 'charge.at', description: 'When it was charged.' },
  }),
};
