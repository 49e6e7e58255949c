import { Type, type Static } from 'typebox';
import { pageOf, pageQuery } from '../page.ts';
import { plainText } from '../../kernel/index.ts';
import { FILTER_LIMITS } from '../lucene/index.ts';
import { positiveDecimal } from '../decimal.ts';
import { EXECUTORS, STATUSES } from './status.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ORDER_ID = '0197e0f0-2b40-7d11-8a51-4c0f3e5a6b7c';

const id = Type.String({ format: 'uuid', examples: [ID] });
const orderId = Type.String({ format: 'uuid', description: 'The order.', examples: [ORDER_ID] });
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const reference = plainText(128, {
  description: 'Yours, unique for the conversion.',
  examples: ['rebalance-2026-01-31'],
});
const asset = plainText(32, { description: 'The asset code.', examples: ['BTC'] });
const venue = plainText(255, { description: 'The venue code.', examples: ['aurora'] });
const executor = Type.Enum([...EXECUTORS], {
  description:
    'MARKET takes the best offers of all venues; TAKER those of the single best venue; MAKER posts at the best ' +
    'price and waits; MAKER_TAKER posts, then takes the rest; TWAP takes in slices over time.',
  examples: ['MARKET'],
});
const decimal = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description !== undefined && { description }) });
const amounts = (code: string, amount: string, description: string) =>
  Type.Object({ asset: Type.String({ examples: [code] }), amount: decimal(amount) }, { description });
const orNull = (example: string | null, description: string) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });

export const Conversion = Type.Object(
  {
    id,
    reference,
    status: Type.Enum([...STATUSES], { examples: ['COMPLETED'] }),
    from: amounts('BTC', '0.5', 'What is given: as planned, at the end as really traded.'),
    to: amounts('USDT', '29984.25', 'What is got: as planned, at the end as really traded.'),
    executor,
    createdAt: time,
  },
  { title: 'Conversion' },
);
export type Conversion = Static<typeof Conversion>;

const Leg = Type.Object(
  {
    from: amounts('BTC', '0.5', 'What left so far.'),
    to: amounts('USDT', '29984.25', 'What arrived so far.'),
  },
  { title: 'ConversionLeg' },
);

const Order = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Also its client order id.', examples: [ORDER_ID] }),
    leg: Type.Integer({ description: 'From 0.', examples: [0] }),
    venue,
    symbol: Type.String({ examples: ['BTC-USDT'] }),
    side: Type.Enum(['buy', 'sell'], { examples: ['sell'] }),
    type: Type.Enum(['ioc', 'post-only'], { examples: ['ioc'] }),
    price: decimal('60000.00', 'The limit.'),
    quantity: decimal('0.5', 'In the base asset.'),
    filled: decimal('0.5', 'How much of it is filled.'),
    status: Type.Enum(['SENT', 'OPEN', 'FILLED', 'CANCELLED', 'REFUSED', 'ABSENT'], {
      description:
        'SENT: what became of it is not known yet. CANCELLED: the rest of it was. ABSENT: it never reached the venue.',
      examples: ['FILLED'],
    }),
    venueOrderId: orNull('O-4711', "The venue's own id."),
    reason: orNull(null, 'Why it was refused, or did not reach the venue.'),
    createdAt: time,
  },
  { title: 'ConversionOrder' },
);

const Trade = Type.Object(
  {
    orderId,
    venueTradeId: Type.String({ examples: ['T-815'] }),
    price: decimal('60000.00'),
    quantity: decimal('0.5', 'In the base asset.'),
    fee: amounts('USDT', '15.75', 'What the venue took for it.'),
    liquidity: Type.Enum(['maker', 'taker'], { examples: ['taker'] }),
    tradedAt: time,
  },
  { title: 'ConversionTrade' },
);

export const ConversionDetail = Type.Object(
  {
    ...Conversion.properties,
    requested: Type.Object(
      { side: Type.Enum(['from', 'to'], { examples: ['from'] }), amount: decimal('0.5') },
      { description: 'The amount that was asked for.' },
    ),
    venues: Type.Array(Type.String({ examples: ['aurora'] }), {
      description: 'Where it is planned to trade; from the first order on, where it has orders.',
    }),
    expiresAt: Type.Union([time, NULL], { examples: [null] }),
    metadata: Type.Union([Type.Object({}, { additionalProperties: true }), NULL], {
      examples: [{ desk: 'fx' }],
    }),
    waitingReason: orNull(null, 'What it waits for.'),
    failureMessage: orNull(null, 'Why it ended without, or with less than, what was asked for.'),
    updatedAt: time,
    legs: Type.Array(Leg),
    orders: Type.Array(Order),
    trades: Type.Array(Trade),
    movements: Type.Array(
      Type.Object({
        asset: Type.String({ examples: ['BTC'] }),
        amount: decimal('-0.5'),
      }),
      { description: 'What arrived of each asset, or with a minus what left; fees included.' },
    ),
  },
  { title: 'ConversionDetail' },
);
export type ConversionDetail = Static<typeof ConversionDetail>;

const wishOf = (amount: string, description: string) =>
  Type.Object(
    { asset, amount: Type.Optional(positiveDecimal({ examples: [amount] })) },
    { ...closed, description },
  );

export const CreateConversion = Type.Object(
  {
    reference,
    from: wishOf('0.5', 'What is given. With an amount, never more than it is spent.'),
    to: wishOf('30000', 'What is wanted. With an amount, at least it is bought where the books hold it.'),
    executor: Type.Optional(executor),
    venues: Type.Optional(
      Type.Array(venue, { maxItems: 50, description: 'Only these venues.', examples: [['aurora']] }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Then no more is traded; what was traded counts.',
        examples: ['2026-01-31T13:00:00.000Z'],
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        maxProperties: 50,
        description: 'Yours, kept and shown as it is.',
        examples: [{ desk: 'fx' }],
      }),
    ),
  },
  {
    title: 'CreateConversion',
    description: 'Exactly one of from.amount and to.amount is given.',
    examples: [
      {
        reference: 'rebalance-2026-01-31',
        from: { asset: 'BTC', amount: '0.5' },
        to: { asset: 'USDT' },
        executor: 'MARKET',
      },
    ],
    ...closed,
  },
);
export type CreateConversion = Static<typeof CreateConversion>;

export const Estimate = Type.Object(
  {
    from: amounts('BTC', '0.5', 'What would be given, fees included.'),
    to: amounts('USDT', '29984.25', 'What would be got, fees deducted.'),
    executor,
    rate: decimal('59968.5', 'What is got for one of what is given, fees included.'),
    missing: decimal('0', 'What of the amount asked for the books do not hold, or is too small to trade.'),
    fees: Type.Array(amounts('USDT', '15.75', 'What the venues would take.')),
    legs: Type.Array(
      Type.Object({
        from: Type.String({ description: 'The asset given.', examples: ['BTC'] }),
        to: Type.String({ description: 'The asset got.', examples: ['USDT'] }),
        orders: Type.Array(
          Type.Object({
            venue,
            symbol: Type.String({ examples: ['BTC-USDT'] }),
            side: Type.Enum(['buy', 'sell'], { examples: ['sell'] }),
            type: Type.Enum(['ioc', 'post-only'], { examples: ['ioc'] }),
            price: decimal('60000.00', 'The limit: the worst price it would reach.'),
            quantity: decimal('0.5', 'In the base asset.'),
            give: decimal('0.5', 'What it would give.'),
            get: decimal('29984.25', 'What it would get.'),
            fee: decimal('15.75', 'What the venue would take.'),
            feeAsset: Type.String({ description: 'The asset of the fee.', examples: ['USDT'] }),
          }),
          { description: 'The orders it would begin with.' },
        ),
      }),
      { description: 'One, or two by way of another asset.' },
    ),
  },
  { title: 'ConversionEstimate' },
);
export type Estimate = Static<typeof Estimate>;

export const ConversionQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        description:
          'A filter in the syntax of the classic Apache Lucene query parser over `reference` (searched by default), ' +
          '`id`, `status`, `tenantId`, `fromAsset`, `toAsset`, `venues` (exact and case-sensitive) and the amounts ' +
          `\`from\` and \`to\` (compared as numbers). ${FILTER_LIMITS}`,
        examples: ['status:COMPLETED AND fromAsset:BTC AND from:[0.5 TO *]'],
      }),
    ),
    ...pageQuery,
  },
  closed,
);
export type ConversionQuery = Static<typeof ConversionQuery>;

export const ConversionPage = pageOf(Conversion, 'ConversionPage');

export const ConversionId = Type.Object({ id });
