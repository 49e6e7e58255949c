import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { Decimal } from '../../kernel/index.ts';

/** The value of a parameter `$1`, `$2` and so on. The query casts dates from text. */
export type Parameter = string | number | boolean | Decimal | Date | null;

/** A date is `YYYY-MM-DD`, a timestamp a Date, a decimal exact. */
export type Value = string | number | boolean | Decimal | Date | null | Value[] | { [name: string]: Value };

export type Row = Record<string, Value>;

const MAX_WIDTH = 38;

export function toDuckdb(parameter: Parameter): DuckDBValue {
  if (parameter instanceof Decimal)
    return new DuckDBDecimalValue(parameter.coefficient, MAX_WIDTH, parameter.scale);
  if (parameter instanceof Date) return new DuckDBTimestampValue(BigInt(parameter.getTime()) * 1000n);
  if (typeof parameter === 'number' && !Number.isSafeInteger(parameter)) {
    throw new RangeError(`${parameter} is not a safe integer: use a Decimal for fractions.`);
  }
  return parameter;
}

export function fromDuckdb(value: DuckDBValue): Value {
  if (typeof value === 'bigint') return wholeNumber(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof DuckDBDecimalValue) return Decimal.of(value.value, value.scale);
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBDateValue) return value.toString();
  if (value instanceof DuckDBListValue) return value.items.map(fromDuckdb);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, entry]) => [name, fromDuckdb(entry)]),
    );
  }
  throw new TypeError(`Values of type ${value.constructor.name} are not supported: cast them in the query.`);
}

function wholeNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${value} exceeds the safe integers: cast it to a decimal or to text.`);
}
