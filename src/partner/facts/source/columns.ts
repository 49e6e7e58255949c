import { Problem, type FieldErrors } from '../../../kernel/index.ts';
import type { Session } from '../../../platform/duckdb/index.ts';
import type { Kind } from '../declare.ts';
import { canHold, type RawRows } from '../store/checks.ts';
import { columnType, quote } from '../store/tables.ts';
import { fieldOf } from './csv.ts';
import type { Layout } from './layout.ts';
import { unknownField } from './record.ts';

/** The rows of a Parquet file. */
export async function parquetRows(
  session: Session,
  kind: Kind,
  path: string,
  layout: Layout = {},
): Promise<RawRows> {
  const file = `read_parquet(${quote(path)}, file_row_number = true)`;
  const found = await columnsOf(session, `read_parquet(${quote(path)})`).catch(tellUnreadable);
  const fields = [...found].map(([name, type]) => ({ name, type, field: fieldOf(layout, name) }));
  const columns = checkColumns(
    kind,
    new Map(fields.flatMap(({ field, type }) => (field === null ? [] : [[field, type]]))),
  );
  const selected = fields.flatMap(({ name, field }) =>
    field === null ? [] : [`"${name.replaceAll('"', '""')}" as ${field}`],
  );
  return {
    columns,
    relation: `(select ${selected.join(', ')}, file_row_number + 1 as line from ${file})`,
  };
}

/** An error that names the format is a fault of the file. */
export function tellUnreadable(error: unknown): never {
  if (!/parquet/i.test((error as Error).message)) throw error;
  throw new Problem('validation_failed', 'The file is not a readable Parquet file.', { cause: error });
}

/** The rows of a select, stored in a temporary table so that their numbers stay the same. */
export async function selectedRows(session: Session, kind: Kind, sql: string): Promise<RawRows> {
  await session.run(`create temp table selected as ${sql}`);
  const columns = checkColumns(kind, await columnsOf(session, 'selected'));
  return { columns, relation: '(select *, rowid + 1 as line from selected)' };
}

async function columnsOf(session: Session, relation: string): Promise<Map<string, string>> {
  const rows = await session.query<{ column_name: string; column_type: string }>(
    `describe select * from ${relation}`,
  );
  return new Map(rows.map(({ column_name, column_type }) => [column_name, column_type]));
}

function checkColumns(kind: Kind, found: Map<string, string>): Map<string, string> {
  const errors: FieldErrors = {};
  for (const [name, type] of found) {
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    if (!field) errors[name] = [unknownField(kind)];
    else if (!canHold(field, type))
      errors[name] = [`is ${type}: write it as ${columnType(field.type)} or as text`];
  }
  for (const [name, { required }] of Object.entries(kind.fields)) {
    if (required && !found.has(name)) errors[name] = ['is missing'];
  }
  if (Object.keys(errors).length === 0) return found;
  throw new Problem('validation_failed', 'The columns must be fields of the kind, in types that hold them.', {
    errors,
  });
}
