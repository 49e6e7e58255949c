import { Type, type TSchema } from 'typebox';
import { Decimal } from '../../../kernel/index.ts';
import type { Parameter } from '../../../platform/duckdb/index.ts';
import type { Bind, Writing } from './bind.ts';
import type { Visible } from './reach.ts';

/** A parameter that filters rows. */
export interface Filter {
  readonly schema: TSchema;
  /** The column it filters by; none if it only changes a computation. */
  readonly column?: string;
  /** The condition under which a row matches. */
  readonly condition?: (value: unknown, visible: Visible) => string;
  /** The filter whose value this one's must not exceed. */
  readonly upTo?: string;
  /** Whether an empty value selects the rows that have none. */
  readonly canBeEmpty?: boolean;
}

type Filters = Readonly<Record<string, Filter>>;

const MOST_VALUES = 100;
const LONGEST_VALUE = 256;

const value: TSchema = Type.String({ minLength: 1, maxLength: LONGEST_VALUE });
const valueOrNone = Type.String({ maxLength: LONGEST_VALUE });

const listOf = (item: TSchema, description: string, example: string): TSchema =>
  Type.Array(item, { minItems: 1, maxItems: MOST_VALUES, description, examples: [[example]] });

/** Any of several values: `a,b` or the parameter again; a value with a comma stands in double quotes. */
export const anyOf = (column: string, description: string, example: string, item = value): Filter => ({
  schema: listOf(item, description, example),
  column,
  condition: (values, { bind }) => `${column} in (${(values as string[]).map(bind).join(', ')})`,
});

/** The same, where an empty value selects the rows that have none. */
export const anyOrNone = (column: string, description: string, example: string): Filter => ({
  ...anyOf(column, `${description} An empty value selects rows without one.`, example, valueOrNone),
  canBeEmpty: true,
});

export const containing = (column: string, description: string, example: string): Filter => ({
  schema: Type.String({ minLength: 1, maxLength: LONGEST_VALUE, description, examples: [example] }),
  column,
  condition: (text, writing) => containsText(column, text as string, writing),
});

/** In small or capital letters. */
export const containsText = (column: string, text: string, { bind, dialect }: Writing): string =>
  `position(${dialect.lower(bind(text))} in ${dialect.lower(column)}) > 0`;

export const integer = (column: string, description: string, example: number): Filter => ({
  schema: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] }),
  column,
  condition: (number, { bind }) => `${column} = ${bind(number as Parameter)}`,
});

/** Changes what is computed; the fields that depend on it look it up. */
export const option = (description: string): Filter => ({
  schema: Type.Boolean({ description, examples: [false] }),
});

export const day = (description: string): TSchema =>
  Type.String({ format: 'date', description, examples: ['2024-03-01'] });

export const onDay = (column: string, description: string): Filter => ({
  schema: day(description),
  column,
  condition: (day, { bind }) => `${column} = ${castDay(day as string, bind)}`,
});

/** Days that are before and after those of all facts: not every engine knows the year 9999. */
const FIRST_DAY = '1999-01-01';
const LAST_DAY = '2100-12-31';

/** A day as a date. One outside the days of all facts matches the same rows as the nearest of them. */
export function castDay(day: string, bind: Bind): string {
  const known = day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;
  return `cast(${bind(known)} as date)`;
}

/** The column may be a date or a moment: the whole of the last day belongs to the range. */
export const fromDay = (column: string, day: string, bind: Bind): string =>
  `${column} >= ${castDay(day, bind)}`;
export const toDay = (column: string, day: string, bind: Bind): string =>
  `${column} < ${castDay(day, bind)} + 1`;

/** `<name>_from` and `<name>_to`, both included. */
export function days(name: string, column: string, what: string): Filters {
  return {
    [`${name}_from`]: {
      schema: day(`The first day of ${what}.`),
      column,
      condition: (day, { bind }) => fromDay(column, day as string, bind),
      upTo: `${name}_to`,
    },
    [`${name}_to`]: {
      schema: day(`The last day of ${what}.`),
      column,
      condition: (day, { bind }) => toDay(column, day as string, bind),
    },
  };
}

/** `<name>_from` and `<name>_to`, both included. */
export function amounts(name: string, column: string, what: string): Filters {
  return {
    [`${name}_from`]: { ...bound(column, '>=', `The least ${what}.`), upTo: `${name}_to` },
    [`${name}_to`]: bound(column, '<=', `The greatest ${what}.`),
  };
}

/** Text, so that no digit is lost. */
const bound = (column: string, relation: '>=' | '<=', description: string): Filter => ({
  schema: Type.String({
    pattern: '^-?\\d{1,18}(\\.\\d{1,12})?$',
    'x-form': 'a number in plain notation such as 12.5',
    'x-number': true,
    description,
    examples: ['12.5'],
  }),
  column,
  condition: (text, { bind }) => `${column} ${relation} ${bind(Decimal.parse(text as string))}`,
});
