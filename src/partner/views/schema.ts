import { Type, type Static } from 'typebox';
import { REPORT_NAMES } from '../reports/index.ts';

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
  { report: REPORT, name: NAME, query: QUERY },
  { title: 'NewSavedView', additionalProperties: false },
);
export type NewView = Static<typeof NEW_VIEW>;

export const VIEW_CHANGE = Type.Object(
  { name: Type.Optional(NAME), query: Type.Optional(QUERY) },
  { title: 'SavedViewChange', additionalProperties: false, minProperties: 1 },
);
export type ViewChange = Static<typeof VIEW_CHANGE>;

export const VIEW = Type.Object(
  {
    id: ID,
    report: REPORT,
    name: NAME,
    query: QUERY,
    created_at: moment('When it was saved.'),
    changed_at: moment('When it was last changed.'),
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof VIEW>;

export const VIEWS = Type.Object({ views: Type.Array(VIEW) }, { title: 'SavedViews' });
