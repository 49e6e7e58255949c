import { Type, type Static, type TSchema } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { ENTITY_TAG, IF_MATCH_HEADER } from '../../platform/http/index.ts';
import { REPORT_NAMES } from '../reports/index.ts';
import { OBSTACLE_NAMES } from './obstacles.ts';
import { PERIODS } from './periods.ts';

const MAX_PARAMETERS = 50;
const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 256;

const value = Type.String({ maxLength: MAX_VALUE_LENGTH });

const REPORT = Type.Enum(REPORT_NAMES, {
  description: 'The name of a report in the list of reports.',
  examples: ['performance'],
});
const NAME = Type.String({
  maxLength: 256,
  description: 'How you call it: 1 to 64 characters, once for each report.',
  examples: ['By country'],
});
const QUERY = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.Union([value, Type.Array(value, { maxItems: MAX_VALUES })]),
  {
    maxProperties: MAX_PARAMETERS,
    description: 'Parameters of the report, and what its path names; without `limit`, `offset` and `format`.',
    examples: [{ group_by: ['country'], ordering: '-reward_usd' }],
  },
);
const fieldName = Type.String({ minLength: 1, maxLength: 64 });
const DISPLAY = Type.Object(
  {
    columns: Type.Optional(
      Type.Array(fieldName, {
        maxItems: 100,
        description: 'The columns that are shown, by the names of their fields.',
        examples: [['country', 'reward_usd']],
      }),
    ),
    chart: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The measure that the chart shows.',
        examples: ['reward_usd'],
      }),
    ),
    compare: Type.Optional(
      Type.Enum(['previous'], {
        description:
          'Shows beside every figure that of as many days before; absent means that nothing is compared.',
        examples: ['previous'],
      }),
    ),
    zeros: Type.Optional(
      Type.Enum(['hidden'], {
        description: 'Leaves out rows whose figures are all zero; absent means that they are shown.',
        examples: ['hidden'],
      }),
    ),
    periods: Type.Optional(
      Type.Record(fieldName, Type.Enum(PERIODS), {
        maxProperties: 10,
        description:
          'Ranges of days that move with the present day, in place of fixed ones in `query`: `date` stands for ' +
          '`date_from` and `date_to`.',
        examples: [{ date: '28d' }],
      }),
    ),
  },
  {
    title: 'SavedViewDisplay',
    additionalProperties: false,
    description: 'How the console shows the report.',
  },
);
const ID = Type.String({
  format: 'uuid',
  description: 'The view.',
  examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'],
});
const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });

export const VIEW_PARAMS = Type.Object({ id: ID });
export const VIEWS_QUERY = Type.Object({ report: Type.Optional(REPORT) }, { additionalProperties: false });

export const NEW_VIEW = Type.Object(
  { report: REPORT, name: NAME, query: QUERY, display: Type.Optional(DISPLAY) },
  { title: 'NewSavedView', additionalProperties: false },
);
export type NewView = Static<typeof NEW_VIEW>;

export const VIEW_CHANGE = Type.Object(
  { name: Type.Optional(NAME), query: Type.Optional(QUERY), display: Type.Optional(DISPLAY) },
  { title: 'SavedViewChange', additionalProperties: false, minProperties: 1 },
);
export type ViewChange = Static<typeof VIEW_CHANGE>;

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
const WEEKDAY = Type.Enum(WEEKDAYS, { examples: ['monday'] });
const MONTH_DAY = Type.Integer({ minimum: 1, maximum: 28, examples: [1] });
const orNull = (schema: TSchema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

const EVERY = Type.Enum(['day', 'week', 'month'], { examples: ['week'] });
const TIME_OF_DAY = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-form': 'a time of day such as 07:00',
  description: 'By the clocks of the time zone.',
  examples: ['07:00'],
});
const TIME_ZONE = plainText(64, { description: 'A name of the IANA database.', examples: ['Europe/Berlin'] });

export const NEW_SCHEDULE = Type.Object(
  {
    every: EVERY,
    weekday: Type.Optional(Type.Enum(WEEKDAYS, { description: 'Of a week.', examples: ['monday'] })),
    day: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 28,
        description: 'Of a month, which every month has.',
        examples: [1],
      }),
    ),
    time: TIME_OF_DAY,
    time_zone: TIME_ZONE,
  },
  {
    title: 'NewSavedViewSchedule',
    additionalProperties: false,
    examples: [{ every: 'week', weekday: 'monday', time: '07:00', time_zone: 'Europe/Berlin' }],
  },
);
export type NewSchedule = Static<typeof NEW_SCHEDULE>;

const SCHEDULE = Type.Object({
  every: EVERY,
  weekday: Type.Union([WEEKDAY, Type.Null()], { description: 'Of a week.', examples: ['monday'] }),
  day: Type.Union([MONTH_DAY, Type.Null()], { description: 'Of a month.', examples: [null] }),
  time: TIME_OF_DAY,
  time_zone: TIME_ZONE,
  next_at: moment('When it is sent next.'),
  obstacle: Type.Union([Type.Enum(OBSTACLE_NAMES), Type.Null()], {
    description: 'Why nothing would be sent now; null if nothing stands in the way.',
    examples: [null],
  }),
  last: Type.Union(
    [
      Type.Object({
        due_at: moment('When it was due.'),
        state: Type.Enum(['WAITING', 'SENT', 'UNKNOWN', 'FAILED', 'DROPPED', 'FORGOTTEN'], {
          description:
            'WAITING: it will be sent. UNKNOWN: the answer of the mail server was lost, so it may have arrived. ' +
            'DROPPED: something stood in the way. FORGOTTEN: it is more than 30 days ago.',
          examples: ['SENT'],
        }),
        outcome: orNull(Type.String(), 'What the server answered, or what stood in the way.', '250 OK'),
      }),
      Type.Null(),
    ],
    { description: 'What became of it the last time; null before the first.' },
  ),
});
export type Schedule = Static<typeof SCHEDULE>;

export const VIEW = Type.Object(
  {
    id: ID,
    report: REPORT,
    name: NAME,
    query: QUERY,
    display: DISPLAY,
    created_at: moment('When it was saved.'),
    changed_at: moment('When it was last changed.'),
    schedule: Type.Union([SCHEDULE, Type.Null()], {
      description: 'When it is sent to you by mail; null if it is not. The `etag` does not depend on it.',
    }),
    schedule_etag: Type.String({
      description:
        'The same until another time is chosen, or none. Send it as `If-Match` with a change of the schedule.',
      examples: [IF_MATCH_HEADER['if-match'].example],
    }),
    etag: ENTITY_TAG,
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof VIEW>;

export const VIEWS = Type.Object({ views: Type.Array(VIEW) }, { title: 'SavedViews' });
