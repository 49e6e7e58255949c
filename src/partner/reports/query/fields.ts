import { Type, type TSchema } from 'typebox';
import { Decimal } from '../../../kernel/index.ts';
import type { Row, Value } from '../../../platform/duckdb/index.ts';
import type { Dialect } from '../../facts/serving/index.ts';
import type { Field } from './declare.ts';

/** Decimals of a ratio. */
const RATIO_SCALE = 6;

const orNull = (schema: TSchema, example: unknown): TSchema =>
  Type.Union([schema, Type.Null()], { examples: [example] });

export const text = (description: string, example: string): Field => ({
  schema: Type.String({ description, examples: [example] }),
});

export const oneOf = (values: readonly string[], description: string, example: string): Field => ({
  schema: Type.Enum([...values], { description, examples: [example] }),
});

export const texts = (description: string, example: readonly string[]): Field => ({
  schema: Type.Array(Type.String(), { description, examples: [example] }),
});

export const flag = (description: string, example: boolean): Field => ({
  schema: Type.Boolean({ description, examples: [example] }),
});

export const int = (description: string, example: number): Field => ({
  schema: Type.Integer({ description, examples: [example] }),
});

export const amount = (description: string, example: number): Field => ({
  schema: Type.Number({ description, examples: [example] }),
});

export const date = (description: string, example: string): Field => ({
  schema: Type.String({ format: 'date', description, examples: [example] }),
});

export const datetime = (description: string, example: string): Field => ({
  schema: Type.String({ format: 'date-time', description, examples: [example] }),
});

/** A field that can be null. */
export function nullable(field: Field): Field {
  const { description, examples, ...schema } = field.schema as TSchema & {
    description: string;
    examples: readonly unknown[];
  };
  return { ...field, schema: { ...orNull(schema, examples[0]), description } };
}

/** An exact sum, shown in whole units. */
export const rounded = (column: string, description: string, example: number): Field => ({
  ...int(description, example),
  read: (row) => decimalOf(row[column]).round(0, 'half-away'),
  order: () => [column],
});

/** A quotient of columns. `minus` is taken from `over` first. */
interface Quotient {
  readonly over: string;
  readonly minus?: string;
  readonly under: string;
}

const ONE = Decimal.of(1n);
const HUNDRED = Decimal.of(100n);

/** A multiple of the exact quotient, rounded; null if the divisor is zero. */
export function quotient(row: Row, of: Quotient, scale: number, times = ONE): Decimal | null {
  const under = decimalOf(row[of.under]);
  if (under.isZero) return null;
  const over = decimalOf(row[of.over]);
  const dividend = of.minus === undefined ? over : over.minus(decimalOf(row[of.minus]));
  if (dividend.isZero) return Decimal.of(0n, scale);
  return dividend.times(times).dividedBy(under, scale, 'half-away');
}

export const percentOf = (row: Row, of: Quotient): string | null =>
  quotient(row, of, 2, HUNDRED)?.toString() ?? null;

export const wholePercentOf = (row: Row, of: Quotient): Decimal | null => quotient(row, of, 0, HUNDRED);

/** (a − b) ÷ b grows with a ÷ b, so that a quotient less its own divisor is ordered like the quotient. */
export const quotientOrder =
  ({ over, under }: Quotient) =>
  (dialect: Dialect): readonly string[] =>
    dialect.quotientOrder(over, under);

export const ratio = (of: Quotient, description: string, example: number): Field => ({
  ...nullable(amount(description, example)),
  read: (row) => quotient(row, of, RATIO_SCALE),
  order: quotientOrder(of),
});

/** A quotient in percent, as text with two decimals. */
export const percent = (of: Quotient, description: string, example: string): Field => ({
  ...nullable(text(description, example)),
  read: (row) => percentOf(row, of),
  order: quotientOrder(of),
});

export function decimalOf(value: Value | undefined): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value === 'number') return Decimal.of(BigInt(value));
  throw new TypeError(`${typeof value} is not a number.`);
}

export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
