import { Type, type Static, type TSchema } from 'typebox';
import type { Report } from './declare.ts';
import { querySchema } from './request.ts';
import { unitOf } from './units.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'date-time', 'array', 'object'] as const;
type ValueType = (typeof TYPES)[number];

const named = (example: string, description: string) => ({
  name: Type.String({ examples: [example] }),
  description: Type.String({ examples: [description] }),
});
const type = (example: ValueType) =>
  Type.Enum(TYPES, { description: 'The type of a value; of an item for a list.', examples: [example] });
const flag = (description: string, example: boolean) => Type.Boolean({ description, examples: [example] });
const orNull = (schema: TSchema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

const FIELD = (example: string, description: string, of: ValueType) =>
  Type.Object({
    ...named(example, description),
    type: type(of),
    is_nullable: flag('Whether a row may have none.', false),
    unit: orNull(Type.String(), 'Such as USD, lots or %; null for none.', of === 'number' ? 'USD' : null),
    can_filter: flag('Whether rows can be filtered by it.', true),
    can_group: flag('Whether rows can be grouped by it.', false),
    can_order: flag('Whether rows can be ordered by it.', true),
  });

const PARAMETER = (example: string, description: string) =>
  Type.Object({
    ...named(example, description),
    type: type('string'),
    is_list: flag('Whether it takes several values.', true),
    most: orNull(Type.Integer(), 'How many values at most; null for a single one.', 100),
    values: orNull(Type.Array(Type.String()), 'The values it takes; null for any of its type.', null),
    has_known_values: flag('Whether the values that occur can be listed.', true),
    can_be_empty: flag('Whether an empty value selects the rows that have none.', true),
  });

const ReportEntry = Type.Object(
  {
    name: Type.String({ examples: ['performance'] }),
    path: Type.String({ examples: ['/api/reports/performance/'] }),
    title: Type.String({ examples: ['What links brought, from impressions to rewards'] }),
    description: Type.String({ examples: ['Impressions, clicks and spend count by their own country.'] }),
    path_parameters: Type.Array(PARAMETER('cohort', 'The month of the cohort.'), {
      description: 'What its path names.',
    }),
    dimensions: Type.Array(FIELD('country', 'Where the client lives.', 'string'), {
      description: 'By what it can be grouped, or which texts and times its rows have.',
    }),
    measures: Type.Array(FIELD('reward_usd', 'First-level rewards.', 'number'), {
      description: 'What it measures.',
    }),
    filters: Type.Array(PARAMETER('country', 'Only these countries.'), {
      description: 'The parameters it takes.',
    }),
    orderings: Type.Array(Type.String(), {
      description: 'The names by which it can be ordered.',
      examples: [['country', 'click_count']],
    }),
    grouping: orNull(
      Type.Object({
        most: Type.Integer({ description: 'By how many dimensions at once.', examples: [3] }),
        default: Type.Array(Type.String(), { description: 'Without `group_by`.', examples: [['day']] }),
      }),
      'How it is grouped; null if it is not.',
      { most: 3, default: ['day'] },
    ),
    most_days: orNull(
      Type.Integer(),
      'How many days `date_from` and `date_to` include at most; null for any number.',
      32,
    ),
  },
  { title: 'ReportEntry' },
);

export const PICKER = Type.Object({ data: Type.Array(ReportEntry) }, { title: 'ReportList' });

/** The filters of a report that take a list of values. */
export const listFilters = ({ filters }: Report): string[] =>
  Object.entries(filters)
    .filter(([, { schema, column }]) => column !== undefined && 'items' in schema)
    .map(([name]) => name);

/** The parameters of a report, for building a request. */
export function pick(report: Report): Static<typeof ReportEntry> {
  const { name, path, summary, description, grouping, fields, orderings, subject } = report;
  const shown = Object.entries(fields)
    .filter(([name]) => name !== 'group_fields')
    .map(([name, { schema }]) => ({ name, schema }));
  const groups = Object.entries(grouping?.dimensions ?? {}).map(([name, description]) => ({
    name,
    schema: shown.find((field) => field.name === name)?.schema ?? dimensionSchema(name, description),
  }));
  const aliases = Object.values(report.period?.aliases ?? {}) as string[];
  const isMeasure = (field: Named): boolean =>
    grouping ? !(field.name in grouping.dimensions) : isAmount(field);
  const describe = (field: Named) => describeField(report, field);
  return {
    name,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    title: summary,
    description,
    path_parameters: subject ? [describeParameter(report, subject)] : [],
    dimensions: (grouping ? groups : shown.filter((field) => !isMeasure(field))).map(describe),
    measures: shown.filter(isMeasure).map(describe),
    filters: Object.entries(querySchema(report).properties)
      .filter(([name]) => !aliases.includes(name))
      .map(([name, schema]) => describeParameter(report, { name, schema })),
    orderings: [...orderings],
    grouping: grouping ? { most: grouping.most, default: [...grouping.byDefault] } : null,
    most_days: report.period?.mostDays ?? null,
  };
}

interface Named {
  readonly name: string;
  readonly schema: TSchema;
}

/** What the schemas of reports are made of. */
interface Keywords {
  readonly type?: ValueType;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Keywords;
  readonly maxItems?: number;
  readonly anyOf?: readonly Keywords[];
  readonly 'x-number'?: boolean;
}

/** Units of time are texts such as 2024-W09. */
const dimensionSchema = (name: string, description: string): TSchema =>
  Type.String(name === 'day' ? { format: 'date', description } : { description });

/** A number that is not the number of something. */
const isAmount = ({ name, schema }: Named): boolean =>
  /"(integer|number)"/.test(JSON.stringify(schema)) && !/(^|_)id$/.test(name);

export function typeOf({ type = 'string', format, anyOf, ...schema }: Keywords): ValueType {
  if (anyOf?.[0]) return typeOf(anyOf[0]);
  if (format === 'date' || format === 'date-time') return format;
  // Numbers in parameters are texts, so that no digit is lost.
  return schema['x-number'] ? 'number' : type;
}

function describeField({ filters, grouping, orderings }: Report, { name, schema }: Named) {
  const keywords = schema as Keywords;
  const type = typeOf(keywords);
  return {
    name,
    description: keywords.description ?? '',
    type,
    is_nullable: keywords.anyOf !== undefined,
    unit: unitOf(name, type),
    can_filter: Object.values(filters).some(({ column }) => column === name),
    can_group: name in (grouping?.dimensions ?? {}),
    can_order: orderings.includes(name),
  };
}

function describeParameter(report: Report, { name, schema }: Named) {
  const { items, maxItems, ...keywords } = schema as Keywords;
  const one = items ?? keywords;
  return {
    name,
    description: keywords.description ?? '',
    type: typeOf(one),
    is_list: items !== undefined,
    most: maxItems ?? null,
    values: one.enum ? [...one.enum] : null,
    has_known_values: listFilters(report).includes(name),
    can_be_empty: report.filters[name]?.canBeEmpty ?? false,
  };
}
