import { Type, type Static } from 'typebox';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';
import { plainText } from '../../kernel/index.ts';
import { filterOptions } from '../../platform/lucene/index.ts';
import { positiveDecimal } from '../decimal.ts';
import { DayQuery } from '../days.ts';
import { periodQuery } from '../period.ts';
import { OrderFinding } from './resolution.ts';
import { EXECUTORS, STATUSES } from './status.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ORDER_ID = '0197e0f0-2b40-7d11-8a51-4c0f3e5a6b7c';

const id = Type.String({ format: 'uuid', examples: [ID] });
const orderId = Type.String({ format: 'uuid', description: 'The order.', examples: [ORDER_ID] });
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const reference = plainText(128, {
  description: 'Your reference, unique for the conversion.',
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
    from: amounts('BTC', '0.5', 'The amount sold: as planned, at the end as traded.'),
    to: amounts('USDT', '29984.25', 'The amount bought: as planned, at the end as traded.'),
    executor,
    createdAt: time,
  },
  { title: 'Conversion' },
);
export type Conversion = Static<typeof Conversion>;

const Leg = Type.Object(
  {
    from: amounts('BTC', '0.5', 'Sold so far.'),
    to: amounts('USDT', '29984.25', 'Bought so far.'),
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
    filled: decimal('0.5', 'The filled quantity.'),
    status: Type.Enum(['SENT', 'OPEN', 'FILLED', 'CANCELLED', 'REFUSED', 'ABSENT'], {
      description:
        'SENT: the result is not known yet. CANCELLED: the unfilled rest was cancelled. ABSENT: it never reached the venue.',
      examples: ['FILLED'],
    }),
    venueOrderId: orNull('O-4711', "The venue's own id."),
    reason: orNull(null, 'Why it was refused or did not reach the venue, and what people found of it.'),
    finding: Type.Union([OrderFinding, NULL], {
      description:
        'What an admin has found of it at the venue, while another admin has to find the same. Null otherwise.',
      examples: [null],
    }),
    createdAt: time,
  },
  { title: 'ConversionOrder' },
);
export type ConversionOrder = Static<typeof Order>;

const Trade = Type.Object(
  {
    orderId,
    venueTradeId: Type.String({ examples: ['T-815'] }),
    price: decimal('60000.00'),
    quantity: decimal('0.5', 'In the base asset.'),
    fee: amounts('USDT', '15.75', 'The fee of the venue.'),
    liquidity: Type.Enum(['maker', 'taker'], { examples: ['taker'] }),
    tradedAt: time,
  },
  { title: 'ConversionTrade' },
);

const MAX_SLIPPAGE_BPS = 5_000;
const maxSlippageBps = Type.Integer({
  minimum: 0,
  maximum: MAX_SLIPPAGE_BPS,
  description:
    'How much worse than the quote it may trade in all, in basis points (100 are 1 %). The quote is what the best ' +
    'offers would bring or cost at creation, fees included; for MAKER, the price at which it would post. Of this and ' +
    '`minReceived` or `maxGiven` the stricter one counts.',
  examples: [50],
});

const boundMembers = {
  minReceived: orNull(
    '29834.32',
    'The least to get for the requested amount, fees deducted; for a part, its part.',
  ),
  maxGiven: orNull(null, 'The most to give for the requested amount, fees included; for a part, its part.'),
  maxSlippageBps: Type.Union([maxSlippageBps, NULL], {
    description:
      'If the bound is a slippage against the quote, or that is stricter than the amount asked for: how much, in basis points.',
    examples: [50],
  }),
  quoted: decimal('29984.25', 'What the best offers would have brought or cost at creation, fees included.'),
};

const Bound = Type.Object(boundMembers);
export type ConversionBound = Static<typeof Bound>;

const bps = (example: string, description: string) =>
  decimal(example, `${description} In basis points; negative if it was better.`);

const Slippage = Type.Object({
  mid: decimal(
    '60000',
    'What one unit sold was worth in the middle of the best offers, when it was created.',
  ),
  totalBps: bps('8.75', 'All that was lost against it.'),
  priceBps: bps('3.50', 'The part of it that prices have cost.'),
  feeBps: bps('5.25', 'The part that fees have cost. A fee in a third asset is not in it.'),
});

export const SlippageQuery = Type.Object(
  { from: DayQuery.properties.from, to: DayQuery.properties.to },
  closed,
);

export const SlippageSummary = Type.Array(
  Type.Object(
    {
      venue,
      symbol: Type.String({ description: 'The market.', examples: ['BTC-USDT'] }),
      trades: Type.Integer({ description: 'How many.', examples: [12] }),
      quantity: decimal('3.25', 'What was traded, in the base asset.'),
      value: decimal('195000', 'What was traded, in the counter asset.'),
      priceBps: Type.Union([Type.String(), NULL], {
        description:
          'What prices have cost against the middle of the books when the conversions were created, in basis points; negative if they were better. Null where no middle is known.',
        examples: ['3.50'],
      }),
      feeBps: Type.Union([Type.String(), NULL], {
        description: 'What fees have cost, in basis points. Null where one was charged in a third asset.',
        examples: ['10.00'],
      }),
    },
    { title: 'MarketSlippage' },
  ),
  { title: 'SlippageSummary' },
);

export const ConversionDetail = Type.Object(
  {
    ...Conversion.properties,
    requested: Type.Object(
      { side: Type.Enum(['from', 'to'], { examples: ['from'] }), amount: decimal('0.5') },
      { description: 'The requested amount.' },
    ),
    venues: Type.Array(Type.String({ examples: ['aurora'] }), {
      description: 'The planned venues; after the first order, the venues that have orders.',
    }),
    bound: Type.Union([Bound, NULL], {
      description: 'What it must keep, with `minReceived` or `maxGiven`. Null without a bound.',
    }),
    slippage: Type.Union([Slippage, NULL], {
      description:
        'What it has cost so far against the middle of the books at creation. Null while a leg has not traded, and where a book had one side only.',
    }),
    expiresAt: Type.Union([time, NULL], { examples: [null] }),
    metadata: Type.Union([Type.Object({}, { additionalProperties: true }), NULL], {
      examples: [{ desk: 'fx' }],
    }),
    waitingReason: orNull(null, 'What it waits for.'),
    failureMessage: orNull(null, 'Why it did not trade the requested amount.'),
    updatedAt: time,
    legs: Type.Array(Leg),
    orders: Type.Array(Order),
    trades: Type.Array(Trade),
    movements: Type.Array(
      Type.Object({
        asset: Type.String({ examples: ['BTC'] }),
        amount: decimal('-0.5'),
      }),
      { description: 'The amount of each asset received, or paid if negative; fees included.' },
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
    from: wishOf('0.5', 'The asset to sell. With an amount, at most this is sold.'),
    to: wishOf('30000', 'The asset to buy. With an amount, at least this is bought if the books offer it.'),
    executor: Type.Optional(executor),
    minReceived: Type.Optional(
      positiveDecimal({
        description:
          'With from.amount: the least to get for it, fees deducted. A part of it gets at least its part.',
        examples: ['29800'],
      }),
    ),
    maxGiven: Type.Optional(
      positiveDecimal({
        description:
          'With to.amount: the most to give for it, fees included. A part of it costs at most its part.',
        examples: ['30200'],
      }),
    ),
    maxSlippageBps: Type.Optional(maxSlippageBps),
    venues: Type.Optional(
      Type.Array(venue, { maxItems: 50, description: 'Only these venues.', examples: [['aurora']] }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Trading stops at this time; it ends with what was traded.',
        examples: ['2026-01-31T13:00:00.000Z'],
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        maxProperties: 50,
        description: 'Your own data, returned unchanged.',
        examples: [{ desk: 'fx' }],
      }),
    ),
  },
  {
    title: 'CreateConversion',
    description:
      'Exactly one of from.amount and to.amount is given; minReceived fits from.amount, maxGiven fits to.amount.',
    examples: [
      {
        reference: 'rebalance-2026-01-31',
        from: { asset: 'BTC', amount: '0.5' },
        to: { asset: 'USDT' },
        executor: 'MARKET',
        maxSlippageBps: 50,
      },
    ],
    ...closed,
  },
);
export type CreateConversion = Static<typeof CreateConversion>;

export const Estimate = Type.Object(
  {
    from: amounts('BTC', '0.5', 'The amount that would be sold, fees included.'),
    to: amounts('USDT', '29984.25', 'The amount that would be bought, fees deducted.'),
    executor,
    rate: decimal('59968.5', 'The amount bought per unit sold, fees included.'),
    missing: decimal(
      '0',
      'The part of the requested amount that the books do not offer, or that is too small to trade.',
    ),
    bound: Type.Union(
      [
        Type.Object({
          ...boundMembers,
          isMet: Type.Boolean({
            description:
              'Whether the plan keeps the bound; for TWAP, which trades over time, whether the quote does. ' +
              'A conversion whose bound is not met is refused.',
            examples: [true],
          }),
        }),
        NULL,
      ],
      { description: 'The bound that the conversion would have. Null without one.' },
    ),
    fees: Type.Array(amounts('USDT', '15.75', 'The fees of the venues.')),
    legs: Type.Array(
      Type.Object({
        from: Type.String({ description: 'The asset sold.', examples: ['BTC'] }),
        to: Type.String({ description: 'The asset bought.', examples: ['USDT'] }),
        orders: Type.Array(
          Type.Object({
            venue,
            symbol: Type.String({ examples: ['BTC-USDT'] }),
            side: Type.Enum(['buy', 'sell'], { examples: ['sell'] }),
            type: Type.Enum(['ioc', 'post-only'], { examples: ['ioc'] }),
            price: decimal('60000.00', 'The limit: the worst price it would reach.'),
            quantity: decimal('0.5', 'In the base asset.'),
            give: decimal('0.5', 'The amount it would sell.'),
            get: decimal('29984.25', 'The amount it would buy.'),
            fee: decimal('15.75', 'The fee of the venue.'),
            feeAsset: Type.String({ description: 'The asset of the fee.', examples: ['USDT'] }),
          }),
          { description: 'The first orders.' },
        ),
      }),
      { description: 'One leg, or two through another asset.' },
    ),
  },
  { title: 'ConversionEstimate' },
);
export type Estimate = Static<typeof Estimate>;

export const ConversionRules = Type.Object(
  {
    bound: Type.Enum(['default', 'required', 'optional'], {
      description:
        'What becomes of a conversion without `maxSlippageBps`. default: it gets the one below; required: it is ' +
        'refused unless it has `minReceived` or `maxGiven`; optional: it has no other bound than these.',
      examples: ['default'],
    }),
    maxSlippageBps: Type.Integer({
      description: 'The slippage of the installation, in basis points.',
      examples: [100],
    }),
  },
  { title: 'ConversionRules' },
);

export const ConversionQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String(
        filterOptions(
          'A filter in the syntax of the classic Apache Lucene query parser over `reference` (searched by default), ' +
            '`id`, `status`, `tenantId`, `fromAsset`, `toAsset`, `venues`, `executor` (exact and case-sensitive), ' +
            '`createdAt` (a time) and the amounts `from` and `to` (compared as numbers). `from` and `to` with a time ' +
            'select what was created then or later, and then or earlier. It applies together with the other filters.',
          'status:COMPLETED AND fromAsset:BTC AND from:[0.5 TO *]',
        ),
      ),
    ),
    ...periodQuery,
    ...cursorQuery,
  },
  closed,
);
export type ConversionQuery = Static<typeof ConversionQuery>;

export const ConversionPage = cursorPageOf(Conversion, 'ConversionPage');

export const ConversionId = Type.Object({ id });
