import { sql, type RawBuilder } from 'kysely';
import type { Setting } from '../../platform/postgres/index.ts';
import { lower, type Query } from '../../platform/lucene/index.ts';
import type { Format } from './schema.ts';
import type { ColumnKind, ExportType } from './types/index.ts';

export interface Selection {
  readonly type: ExportType;
  readonly tenant: string;
  readonly from: Date;
  readonly to: Date;
  readonly filter: Query;
}

/** Statements that select the rows, and the values they read from transaction settings. */
export interface Statements {
  readonly settings: readonly Setting[];
  readonly count: RawBuilder<{ rows: string }>;
  readonly copy: RawBuilder<unknown>;
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
const toIso = (value: string): string => `to_char(${value} at time zone 'UTC', '${ISO}')`;
const same = (value: string): string => value;
const toText = (value: string): string => `(${value})::text`;

/** How a column is written in each format. Parquet is made from text that DuckDB reads with the column types. */
const WRITTEN: Record<Format, Partial<Record<ColumnKind, (value: string) => string>>> = {
  CSV: { text: (value) => `csv_cell(${value})`, time: toIso, json: toText },
  JSON: { decimal: toText, time: toIso },
  PARQUET: {},
};

/**
 * COPY takes no parameters. Values given by callers are therefore passed as transaction settings and read by name, so
 * they are never part of the SQL.
 */
export function statementsOf(selection: Selection, format: Format): Statements {
  const { type, tenant, from, to, filter } = selection;
  const settings: Setting[] = [];
  const setting = (value: string | number): RawBuilder<string> => {
    const name = `quaestor.export_${settings.length}`;
    settings.push([name, String(value)]);
    return sql`current_setting(${sql.lit(name)})`;
  };
  const { fragments, parameters } = lower(filter);
  const time = sql.raw(type.time);
  const rows = sql`from ${sql.raw(type.table)}
    where tenant = ${setting(tenant)} and ${sql.raw(type.where ?? 'true')} and ${time} >= ${setting(from.toISOString())}::timestamptz
      and ${time} <= ${setting(to.toISOString())}::timestamptz
      and ${sql(fragments, ...parameters.map(setting))}`;
  const ordered = sql`${rows} order by ${sql.raw(type.order)}`;
  return {
    settings,
    count: sql<{ rows: string }>`select count(*) as rows ${rows}`,
    copy: format === 'JSON' ? copyJson(type, ordered) : copyCsv(type, format, ordered),
  };
}

function columnsOf({ columns }: ExportType, format: Format): [name: string, value: string][] {
  return Object.entries(columns).map(([name, { kind, value }]) => [
    name,
    (WRITTEN[format][kind] ?? same)(value),
  ]);
}

function copyCsv(type: ExportType, format: Format, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = columnsOf(type, format).map(([name, value]) => sql`${sql.raw(value)} as ${sql.id(name)}`);
  return sql`copy (select ${sql.join(columns)} ${rows}) to stdout (format csv, header ${sql.lit(format === 'CSV')})`;
}

/**
 * Each row is a comma and an object, concatenated here because json_build_object takes twice the time. The quote and
 * delimiter of the CSV format do not occur in JSON, so COPY leaves it unchanged.
 */
function copyJson(type: ExportType, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const members = columnsOf(type, 'JSON').map(
    ([name, value], index) =>
      sql`${sql.lit(`${index === 0 ? ',{' : ','}"${name}":`)} || coalesce(to_json(${sql.raw(value)})::text, 'null')`,
  );
  return sql`copy (select ${sql.join(members, sql` || `)} || '}' ${rows}) to stdout
    (format csv, delimiter E'\\x01', quote E'\\x02')`;
}
