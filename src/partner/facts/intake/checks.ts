import { EARLIEST_DATE, LATEST_DATE, type Field, type FieldType, type Kind } from '../kinds/index.ts';
import { columnType, quote } from '../store/index.ts';

/** Rows as they came: `line` and a column for each field that is there, as text or in a type of the file's own. */
export interface RawRows {
  readonly relation: string;
  /** The engine's type of each column. */
  readonly columns: ReadonlyMap<string, string>;
}

const NATIVE: Partial<Record<FieldType['is'], RegExp>> = {
  int: /^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/,
  decimal: /^(DECIMAL\(.*|U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT))$/,
  date: /^DATE$/,
  datetime: /^TIMESTAMP/,
  bool: /^BOOLEAN$/,
};

export const TEXT = 'VARCHAR';

/** Whether a file's column can hold a field exactly. A binary floating-point column never can. */
export function canHold(field: Field, type: string): boolean {
  return type === TEXT || (NATIVE[field.type.is]?.test(type) ?? false);
}

/**
 * The rows in the columns of their table, and `ok`: whether the row itself has no fault. `listFaults` lists the faults.
 */
export function checkedRows(kind: Kind, raw: RawRows): string {
  const names = Object.keys(kind.fields);
  const ok = faults(kind, raw).map(({ reason }) => `${reason} is null`);
  return `select line, ${names.join(', ')}, ${ok.join('\n  and ')} as ok from (${typedRows(kind, raw)})`;
}

/** The faults of the first lines of `checked` that are not ok, among the given rows. */
export function listFaults(kind: Kind, raw: RawRows, maxLines: number): string {
  const list = faults(kind, raw).map(
    ({ field, reason }) =>
      `{field: ${quote(field)}, value: left(raw_${field}::varchar, ${SHOWN_CHARACTERS}), reason: ${reason}}`,
  );
  const faulty = `(select * from ${raw.relation}
    where line in (select line from checked where not ok order by line limit ${maxLines}))`;
  return `select line, fault.field as field, fault.value as value, fault.reason as reason
    from (select line, unnest([${list.join(',\n  ')}]) as fault from (${typedRows(kind, { ...raw, relation: faulty })}))
    where fault.reason is not null
    order by line, field, reason`;
}

/** Of a value in a fault. */
export const SHOWN_CHARACTERS = 100;

/** What a field must be, in words that follow its name. */
export function describeType(type: FieldType): string {
  switch (type.is) {
    case 'text':
      return type.shape;
    case 'enum':
      return type.values.length === 1 ? `${type.values[0]}` : `one of ${type.values.join(', ')}`;
    case 'int':
      return `a whole number from ${type.min} to ${type.max}`;
    case 'decimal':
      return (
        `a plain decimal, ${type.above}, with at most ${type.precision - type.scale} digits before the point ` +
        `and ${type.scale} after it`
      );
    case 'date':
      return `a date such as 2024-03-01, from ${EARLIEST_DATE} to ${LATEST_DATE}`;
    case 'datetime':
      return `a UTC date-time such as 2024-03-01T09:15:00.000Z, from ${EARLIEST_DATE} to ${LATEST_DATE}`;
    case 'bool':
      return 'true or false';
  }
}

function typedRows(kind: Kind, raw: RawRows): string {
  const fields = Object.entries(kind.fields);
  const given = fields.map(([name]) => `${raw.columns.has(name) ? name : 'null'} as raw_${name}`);
  const typed = fields.map(([name, { type }]) => `try_cast(raw_${name} as ${columnType(type)}) as ${name}`);
  return `select *, ${typed.join(', ')} from (select line, ${given.join(', ')} from ${raw.relation})`;
}

function faults(kind: Kind, raw: RawRows): { field: string; reason: string }[] {
  // What has to be known already was checked when it came to be known.
  const known = new Set(kind.references.filter((r) => !r.when && !r.wildcard).map(({ field }) => field));
  const ofFields = Object.entries(kind.fields).map(([name, field]) => ({
    field: name,
    reason: fieldFault(name, field, raw.columns.get(name), known.has(name)),
  }));
  const ofRules = kind.rules.map(({ field, holds, reason }) => ({
    field,
    reason: `case when (${holds}) is false then ${quote(reason)} end`,
  }));
  return [...ofFields, ...ofRules];
}

function fieldFault(
  name: string,
  { type, required }: Field,
  given: string | undefined,
  isReference: boolean,
): string {
  if (given === undefined) return required ? "'is missing'" : 'null';
  if (isReference) return required ? `case when raw_${name} is null then 'is missing' end` : 'null';
  const missing = required ? `when raw_${name} is null then 'is missing' ` : '';
  const exact = given === TEXT ? isPlainText(name, type) : isHeldExactly(name, type, given);
  const condition = [exact, isInRange(name, type)].join(' and ');
  const fault = quote(`must be ${describeType(type)}`);
  return `case ${missing}when raw_${name} is not null and (${condition}) is not true then ${fault} end`;
}

/** Whether the text has the one accepted form: the cast alone would accept others and round decimals. */
function isPlainText(name: string, type: FieldType): string {
  const matches = (pattern: string) => `regexp_full_match(raw_${name}, ${quote(pattern)})`;
  switch (type.is) {
    case 'text':
      return matches(type.pattern);
    case 'enum':
      return 'true';
    case 'int':
      return matches('-?(0|[1-9][0-9]{0,15})');
    case 'decimal':
      return matches(`-?(0|[1-9][0-9]{0,${type.precision - type.scale - 1}})([.][0-9]{1,${type.scale}})?`);
    case 'date':
      return matches('[0-9]{4}-[0-9]{2}-[0-9]{2}');
    case 'datetime':
      return matches('[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z');
    case 'bool':
      return `raw_${name} in ('true', 'false')`;
  }
}

/** That nothing was cut off: a decimal may have more digits than the column, a moment may have nanoseconds. */
function isHeldExactly(name: string, type: FieldType, given: string): string {
  const mayLose = type.is === 'decimal' || given === 'TIMESTAMP_NS';
  return mayLose ? `try_cast(${name} as ${given}) = raw_${name}` : 'true';
}

function isInRange(name: string, type: FieldType): string {
  switch (type.is) {
    case 'text':
      return `length(${name}) <= ${type.maxLength}`;
    case 'enum':
      return `${name} in (${type.values.map(quote).join(', ')})`;
    case 'int':
      return `${name} between ${type.min} and ${type.max}`;
    case 'decimal':
      return `${name} ${type.above === 'zero or more' ? '>=' : '>'} 0`;
    case 'date':
      return `${name} between date ${quote(EARLIEST_DATE)} and date ${quote(LATEST_DATE)}`;
    case 'datetime':
      return `${name} >= date ${quote(EARLIEST_DATE)} and ${name} < date ${quote(LATEST_DATE)} + 1`;
    case 'bool':
      return `${name} is not null`;
  }
}
