import { Problem, type FieldErrors } from '../../../../kernel/index.ts';
import { isAboutContent, isEngineError, type Session } from '../../../../platform/duckdb/index.ts';
import type { Kind } from '../../kinds/index.ts';
import { canHold, TEXT, type RawRows } from '../checks.ts';
import { columnType, quote } from '../../store/index.ts';
import { fieldOf } from './csv.ts';
import { MAX_LINE_BYTES } from './lines.ts';
import { unknownField } from './line-records.ts';
import type { FileSource } from './source.ts';

/**
 * The rows of a Parquet file, stored in a temporary table. The engine would believe what the file says about its values,
 * and leave out checks that they do not need to pass if it is true.
 */
export async function parquetRows(
  session: Session,
  kind: Kind,
  { path, maxLines = Infinity, tableFormat = {} }: Omit<FileSource, 'format'>,
  signal: AbortSignal,
): Promise<RawRows> {
  const rows = await countRows(session, path).catch(tellUnreadable);
  if (rows > maxLines)
    throw new Problem('payload_too_large', `A batch has at most ${maxLines} rows; the file has ${rows}.`);
  const found = await columnsOf(session, `read_parquet(${quote(path)})`).catch(tellUnreadable);
  const used = [...found].flatMap(([name, type]): UsedColumn[] => {
    const field = fieldOf(tableFormat, name);
    return field === null ? [] : [{ column: `"${name.replaceAll('"', '""')}"`, type, field }];
  });
  const columns = checkColumns(kind, new Map(used.map(({ field, type }) => [field, type])));
  const file = `read_parquet(${quote(path)}, file_row_number = true)`;
  await refuseLongTexts(session, { file, used, signal });
  const selected = used.map(({ column, field }) => `${column} as ${field}`).join(', ');
  await session
    .run(`create temp table selected as select ${selected}, file_row_number + 1 as line from ${file}`, {
      signal,
    })
    .catch(tellUnreadable);
  return { columns, relation: 'selected' };
}

/** By the parts of the file: its own count may be another. */
async function countRows(session: Session, path: string): Promise<number> {
  const [found] = await session.query<{ rows: number | null }>(
    `select sum(rows)::bigint as rows from
      (select max(row_group_num_rows) as rows from parquet_metadata(${quote(path)}) group by row_group_id)`,
  );
  return found?.rows ?? 0;
}

interface UsedColumn {
  readonly column: string;
  readonly type: string;
  readonly field: string;
}

interface Reading {
  readonly file: string;
  readonly used: readonly UsedColumn[];
  readonly signal: AbortSignal;
}

/** A text may be stored once and stand in a million rows. */
async function refuseLongTexts(session: Session, { file, used, signal }: Reading): Promise<void> {
  const lengths = used.flatMap(({ column, type, field }) =>
    type === TEXT ? [`max(strlen(${column})) as ${field}`] : [],
  );
  if (lengths.length === 0) return;
  const [longest = {}] = await session
    .query<Record<string, number | null>>(`select ${lengths.join(', ')} from ${file}`, [], { signal })
    .catch(tellUnreadable);
  const errors = Object.fromEntries(
    Object.entries(longest)
      .filter(([, bytes]) => Number(bytes) > MAX_LINE_BYTES)
      .map(([field]) => [field, [`has a text of more than ${MAX_LINE_BYTES} bytes`]]),
  );
  if (Object.keys(errors).length > 0)
    throw new Problem('validation_failed', 'A text of the file is too long.', { errors });
}

/** What the engine says about the file itself is a fault of the file. */
function tellUnreadable(error: unknown): never {
  if (!isEngineError(error)) throw error;
  if (/out of memory/i.test((error as Error).message))
    throw new Problem(
      'payload_too_large',
      'The Parquet file takes too much memory. Send smaller parts of it.',
      {
        cause: error,
      },
    );
  if (!isAboutContent(error)) throw error;
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
