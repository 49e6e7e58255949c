import { Type, type Static } from 'typebox';

const NULL = Type.Null();
const TIME = '2026-02-01T00:00:02.113Z';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const orNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });
const timeOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String({ format: 'date-time' }), NULL], { description, examples: [example] });

const HeldAsset = Type.Object(
  {
    asset: text('The asset code.', 'BTC'),
    amount: text('At a venue: available, locked and withdrawing together.', '24.25'),
    value: orNull('In the currency, at the rate of the day; null where none was kept.', '1552000'),
  },
  { title: 'HeldAsset' },
);

const VenueBalanceDay = Type.Object(
  {
    venue: text('The venue code.', 'aurora'),
    readAt: timeOrNull('When the venue said so; null where it could not be read on that day.', TIME),
    reason: orNull('Why it could not be read; null where it was.', null),
    value: orNull('The sum of its assets; null where one has no rate or the venue was not read.', '1552000'),
    assets: Type.Array(HeldAsset, { description: 'What it held, without zeros, in the order of the codes.' }),
  },
  { title: 'VenueBalanceDay' },
);

const DayRate = Type.Object(
  {
    asset: text('The asset code.', 'BTC'),
    rate: text('What one unit of it was worth in the currency.', '64000'),
    path: Type.Array(Type.String(), {
      description:
        'Where the rate comes from: the assets on the way, each two neighbours by the middle of the best live offers of their market.',
      examples: [['BTC', 'USDT']],
    }),
    ratedAt: Type.String({ format: 'date-time', description: 'When it was kept.', examples: [TIME] }),
  },
  { title: 'DayRate' },
);

const BalanceDay = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'A day of UTC.', examples: ['2026-01-31'] }),
    closedAt: timeOrNull(
      'When the day was closed, just after its end; null for today, and where no process ran then: such a day shows what was read last on it.',
      TIME,
    ),
    value: orNull(
      'The sum of all venues and of what is in flight; null where a part of it is not known.',
      '1552000',
    ),
    unread: Type.Array(Type.String(), {
      description: 'The venues that could not be read on that day.',
      examples: [[]],
    }),
    unpriced: Type.Array(Type.String(), {
      description: 'The assets that were held and had no rate on that day.',
      examples: [[]],
    }),
    venues: Type.Array(VenueBalanceDay, {
      description:
        'In the order of their codes; empty where nothing was kept on that day, and with `sumsOnly`.',
    }),
    inFlight: Type.Array(HeldAsset, {
      description:
        'What had left one of our venues and not arrived at another, in the order of the codes; empty with `sumsOnly`.',
      examples: [[]],
    }),
    rates: Type.Array(DayRate, {
      description: 'The rates of the values, in the order of the assets; empty with `sumsOnly`.',
    }),
  },
  { title: 'BalanceDay' },
);

export const BalanceHistory = Type.Object(
  {
    currency: text('The asset in which values are given.', 'USDT'),
    days: Type.Array(BalanceDay, { description: 'Every day of the period, oldest first.' }),
  },
  { title: 'BalanceHistory' },
);
export type BalanceHistory = Static<typeof BalanceHistory>;
