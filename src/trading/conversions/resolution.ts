import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { positiveDecimal } from '../decimal.ts';

const closed = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });

const FoundTrade = Type.Object(
  {
    venueTradeId: plainText(128, { description: "The venue's own id.", examples: ['T-815'] }),
    price: positiveDecimal({ description: 'Not worse than the limit of the order.', examples: ['60000.00'] }),
    quantity: positiveDecimal({ description: 'In the base asset.', examples: ['0.5'] }),
    fee: Type.Object(
      {
        asset: plainText(32, { examples: ['USDT'] }),
        amount: Type.String({
          maxLength: 60,
          pattern: '^-?(0|[1-9][0-9]{0,39})(\\.[0-9]{1,18})?$',
          'x-form': 'a decimal in plain notation with at most 40 digits before and 18 after the point',
          examples: ['15.75'],
        }),
      },
      { ...closed, description: 'The fee of the venue; negative if it paid one.' },
    ),
    liquidity: Type.Enum(['maker', 'taker'], { examples: ['taker'] }),
    tradedAt: time,
  },
  { title: 'FoundTrade', ...closed },
);
export type FoundTrade = Static<typeof FoundTrade>;

export const OrderResolution = Type.Object(
  {
    orderId: Type.String({
      format: 'uuid',
      description: 'The order.',
      examples: ['0197e0f0-2b40-7d11-8a51-4c0f3e5a6b7c'],
    }),
    trades: Type.Array(FoundTrade, {
      maxItems: 1_000,
      description:
        'All trades of the order that it does not show yet, as the venue lists them. Empty: it traded nothing more.',
    }),
    comment: plainText(500, {
      description: 'Where and how it was looked up.',
      examples: ['Seen in the statement of the venue.'],
    }),
  },
  { title: 'OrderResolution', ...closed },
);
export type OrderResolution = Static<typeof OrderResolution>;

export const OrderFinding = Type.Object({
  trades: Type.Array(FoundTrade, { description: 'Those that the order does not show yet.' }),
  comment: Type.String({ examples: ['Seen in the statement of the venue.'] }),
  by: Type.String({ description: 'The admin.', examples: ['ada'] }),
  at: time,
});
