import { Type, type Static } from 'typebox';
import { periodQuery } from '../period.ts';

const closed = { additionalProperties: false } as const;
const MOST_WATCHED = 20;

const time = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Type.String({ format: 'date-time', description, examples: [example] });
const amount = (description: string, example: string) => Type.String({ description, examples: [example] });
const symbol = Type.String({ description: 'The pair as BASE-COUNTER.', examples: ['BTC-USDT'] });

const Price = Type.Object(
  {
    at: time('The minute.'),
    bid: amount('The best bid over all live venues.', '59998.01'),
    ask: amount('The best ask over all live venues.', '60001.01'),
    mid: amount('The middle of both.', '59999.51'),
    spread: amount('The ask less the bid: below zero where the venues’ books cross.', '3'),
  },
  { title: 'MarketPrice' },
);
export type Price = Static<typeof Price>;

export const PriceQuery = Type.Object({ ...periodQuery }, closed);
export type PriceQuery = Static<typeof PriceQuery>;

export const PriceSeries = Type.Object(
  {
    symbol,
    from: time('The beginning.', '2026-01-31T06:00:00.000Z'),
    to: time('The end.'),
    stepSeconds: Type.Integer({
      description: 'The distance of prices: longer for longer periods. A step without a price is missing.',
      examples: [60],
    }),
    prices: Type.Array(Price, { description: 'The last of each step, oldest first.' }),
  },
  { title: 'PriceSeries' },
);
export type PriceSeries = Static<typeof PriceSeries>;

export const WatchList = Type.Object(
  {
    isChosen: Type.Boolean({ description: 'Whether you have chosen it.', examples: [true] }),
    mostTraded: Type.Union([Type.String(), Type.Null()], {
      description: 'The pair of most conversions in 30 days; without conversions, one that most venues list.',
      examples: ['BTC-USDT'],
    }),
    markets: Type.Array(
      Type.Object(
        {
          symbol,
          price: Type.Union([Price, Type.Null()], { description: 'Now; null where no venue has a price.' }),
          dayBefore: Type.Union([Price, Type.Null()], {
            description: 'A day before; null where none was kept.',
          }),
        },
        { title: 'WatchedMarket' },
      ),
      { description: 'In your order.' },
    ),
  },
  { title: 'WatchList' },
);
export type WatchList = Static<typeof WatchList>;

export const NewWatchList = Type.Object(
  {
    symbols: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 32,
        pattern: '^[A-Za-z0-9._]+-[A-Za-z0-9._]+$',
        'x-form': 'BASE-COUNTER, such as BTC-USDT',
      }),
      { maxItems: MOST_WATCHED, description: 'In your order.', examples: [['BTC-USDT']] },
    ),
  },
  { ...closed, title: 'NewWatchList' },
);
export type NewWatchList = Static<typeof NewWatchList>;
