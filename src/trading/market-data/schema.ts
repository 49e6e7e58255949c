import { Type } from 'typebox';
import { DEPTH, FEE_STRATEGIES, ORDER_BOOK_TYPES } from '../order-book/index.ts';

const closed = { additionalProperties: false };

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T12:00:00.000Z'] });

export const SymbolParams = Type.Object(
  {
    symbol: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[A-Za-z0-9._]+-[A-Za-z0-9._]+$',
      'x-form': 'BASE-COUNTER, such as BTC-USDT',
      description: 'The pair as BASE-COUNTER, in capital or small letters.',
      examples: ['BTC-USDT'],
    }),
  },
  closed,
);

const asset = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 32,
    pattern: '^[A-Za-z0-9._]+$',
    'x-form': 'the code of an asset, such as BTC',
    description,
    examples: [example],
  });

export const RateParams = Type.Object(
  { from: asset('The asset that is valued.', 'BTC'), to: asset('The asset it is valued in.', 'EUR') },
  closed,
);

const feeStrategy = Type.Optional(
  Type.Enum([...FEE_STRATEGIES], {
    description: 'The fee that `priceWithFee` contains. Left out: none, and it equals `price`.',
    examples: ['TAKER'],
  }),
);
const depth = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: DEPTH.most,
    default: DEPTH.default,
    description: 'Entries of each side.',
    examples: [50],
  }),
);

export const BookQuery = Type.Object({ feeStrategy, depth }, closed);

export const AggregatedBookQuery = Type.Object(
  {
    orderBookType: Type.Optional(
      Type.Enum([...ORDER_BOOK_TYPES], {
        default: 'INDICATIVE',
        description: [
          '`INDICATIVE`: every venue’s last known levels, also of venues that are stale or not open.',
          '`FIRM`: only venues that are live and open for trading.',
          '`TOP`: the best bid and the best ask of each live venue.',
          '`NATIVE`: live venues’ levels as published.',
          '`AGGREGATED`: live venues’ levels on the coarsest tick among them, bids rounded down and asks up.',
          '`VWAP`: at each level the average price and the sum of all quantities up to it.',
        ].join(' '),
        examples: ['FIRM'],
      }),
    ),
    feeStrategy,
    depth,
  },
  closed,
);

const Entry = Type.Object(
  {
    price: text('As the venue published it, or exactly computed.', '60000.01'),
    quantity: text('In the base asset.', '0.25'),
    venue: text('Where the level comes from.', 'aurora'),
    timestamp: time('When the venue last changed the level.'),
    priceWithFee: text('What a unit costs or brings after the fee.', '60060.01001'),
  },
  { title: 'OrderBookEntry' },
);

const Asset = Type.Object({ code: text('The asset.', 'BTC') }, { title: 'OrderBookAsset' });

const timestamp = time('Of the newest entry; without entries, when the book became empty.');
const symbol = Type.Object(
  { base: Asset, counter: Asset },
  { title: 'OrderBookSymbol', examples: [{ base: { code: 'BTC' }, counter: { code: 'USDT' } }] },
);
const bids = Type.Array(Entry, { description: 'The highest price first.' });
const asks = Type.Array(Entry, { description: 'The lowest price first.' });

const polledAt = time('When the book was fetched.');

const aggregatedMembers = {
  timestamp,
  venue: Type.Null({ description: 'Always null: the entries name their venues.', examples: [null] }),
  venueAccount: text('The account whose fees were applied, or AGGREGATED for several.', 'AGGREGATED'),
  symbol,
  bids,
  asks,
  type: Type.Enum(['INDICATIVE', 'AGGREGATED'], {
    description: 'INDICATIVE where that was asked for, otherwise AGGREGATED.',
    examples: ['AGGREGATED'],
  }),
  polledVenues: Type.Optional(
    Type.Array(Type.Object({ venue: text('The venue.', 'bitso-main'), polledAt }, { title: 'PolledVenue' }), {
      description:
        'Venues of entries whose books are fetched regularly instead of streamed. Absent where there are none.',
    }),
  ),
};

export const AggregatedOrderBook = Type.Object(aggregatedMembers, { title: 'AggregatedOrderBook' });

export const VenueOrderBook = Type.Object(
  {
    timestamp,
    venue: text('Whose book it is.', 'aurora'),
    venueAccount: text('The account whose fees were applied.', 'MAIN'),
    symbol,
    bids,
    asks,
    type: Type.Enum(['INDICATIVE', 'FIRM'], {
      description: 'FIRM where the book is live and the venue open for trading.',
      examples: ['FIRM'],
    }),
    polledAt: Type.Optional(polledAt),
    ageMs: Type.Optional(
      Type.Integer({
        description: 'Milliseconds since `polledAt`. Both are absent where the book is streamed.',
        examples: [1250],
      }),
    ),
  },
  { title: 'VenueOrderBook' },
);

const version = Type.Integer({ description: 'One more with every event.', examples: [2] });

export const BookSnapshot = Type.Object({ version, ...aggregatedMembers });

const SideChange = Type.Object(
  {
    removals: Type.Array(Type.Integer(), {
      description: 'The places to take entries out of: places in the side as it was, ascending, from 0.',
      examples: [[0]],
    }),
    upserts: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'The place where the entry stands afterwards.', examples: [0] }),
        entry: Entry,
      }),
      { description: 'The entries to put in afterwards, one after the other.' },
    ),
  },
  { description: 'What changes on this side.' },
);

export const BookChange = Type.Object({ version, ...aggregatedMembers, bids: SideChange, asks: SideChange });

export const EventStream = Type.String({
  examples: [
    'event: snapshot\nid: 1\ndata: {"version":1,"timestamp":"2026-01-31T12:00:00.000Z","venue":null,"venueAccount":"AGGREGATED","symbol":{"base":{"code":"BTC"},"counter":{"code":"USDT"}},"bids":[],"asks":[],"type":"AGGREGATED"}\n\n',
  ],
});

export const Rate = Type.Object(
  {
    from: Asset,
    to: Asset,
    rate: text('How much of `to` one unit of `from` is worth, before fees.', '55555.55'),
    path: Type.Array(Type.String(), {
      description: 'The assets on the way, both ends included.',
      examples: [['BTC', 'USDT', 'EUR']],
    }),
    timestamp: time('When it was computed.'),
  },
  { title: 'IndicativeRate' },
);
