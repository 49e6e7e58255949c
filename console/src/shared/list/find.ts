import type { Column, Rows } from '../table/index.ts';

/** What is searched of each row. A key in the search of many rows would mostly make these texts again. */
const searched = new WeakMap<readonly Column<never>[], WeakMap<object, string>>();

/** What was found last among rows. The same rows again keep the table from being made again. */
const found = new WeakMap<
  readonly object[],
  { readonly wanted: string; readonly columns: unknown; readonly rows: readonly object[] }
>();

/** The rows that contain the text in one of their columns, in upper or lower case. */
export function find<T extends object>(list: Rows<T>, columns: readonly Column<T>[], q = ''): Rows<T> {
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return list;
  const last = found.get(list.rows);
  const rows =
    last?.wanted === wanted && last.columns === columns
      ? (last.rows as readonly T[])
      : search(list.rows, columns, wanted);
  found.set(list.rows, { wanted, columns, rows });
  return { ...list, rows, total: rows.length };
}

function search<T extends object>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  wanted: string,
): readonly T[] {
  const known = searched.get(columns) ?? new WeakMap<object, string>();
  searched.set(columns, known);
  const textOf = (row: T): string => {
    const text = columns.map((column) => column.text(row).toLowerCase()).join('\n');
    known.set(row, text);
    return text;
  };
  return rows.filter((row) => (known.get(row) ?? textOf(row)).includes(wanted));
}
