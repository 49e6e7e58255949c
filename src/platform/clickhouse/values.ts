import { Decimal } from '../../kernel/index.ts';
import type { Parameter, Value } from '../duckdb/index.ts';

/** A statement with `$1`, `$2` and so on, as ClickHouse takes it. */
export interface Bound {
  readonly query: string;
  readonly query_params: Readonly<Record<string, string | number | boolean>>;
}

export function bindParameters(sql: string, parameters: readonly Parameter[]): Bound {
  const params: Record<string, string | number | boolean> = {};
  const query = sql.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = parameters[Number(place) - 1] ?? null;
    if (value === null) return 'null';
    if (value instanceof Decimal) return `cast('${value.toString()}' as Decimal(38, ${value.scale}))`;
    if (value instanceof Date) return `cast('${value.toISOString()}' as DateTime64(6, 'UTC'))`;
    const name = `p${place}`;
    params[name] = value;
    return `{${name}:${typeOf(value)}}`;
  });
  return { query, query_params: params };
}

function typeOf(value: string | number | boolean): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Bool';
  if (Number.isSafeInteger(value)) return 'Int64';
  throw new RangeError(`${value} is not a safe integer: use a Decimal for fractions.`);
}

/** Converts a value of JSON in which decimals and numbers of 64 bits are texts. */
export type Convert = (value: unknown) => Value;

const WRAPPED = /^(?:Nullable|LowCardinality)\((.*)\)$/s;
const ARRAY = /^Array\((.*)\)$/s;

/** The conversion of a column, by its type in ClickHouse. */
export function converterOf(type: string): Convert {
  const convert = convertPresent(type);
  return (value) => (value === null ? null : convert(value));
}

function convertPresent(type: string): Convert {
  const [, wrapped] = WRAPPED.exec(type) ?? [];
  if (wrapped !== undefined) return convertPresent(wrapped);
  const [, item] = ARRAY.exec(type) ?? [];
  if (item !== undefined) {
    const convert = converterOf(item);
    return (value) => (value as readonly unknown[]).map(convert);
  }
  if (/^U?Int\d+$/.test(type)) return wholeNumber;
  if (type.startsWith('Decimal')) return (value) => Decimal.parse(value as string);
  if (type.startsWith('DateTime')) return toMoment;
  if (/^(String|Bool|Date(32)?|Nothing)$/.test(type)) return (value) => value as Value;
  throw new TypeError(`Values of type ${type} are not supported: cast them in the query.`);
}

function wholeNumber(value: unknown): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${String(value)} exceeds the safe integers: cast it to a decimal or to text.`);
}

/** `2024-03-04 15:30:00.000000`, in UTC. */
function toMoment(value: unknown): Date {
  const [day = '', time = ''] = String(value).split(' ');
  return new Date(`${day}T${time.slice(0, 12)}Z`);
}
