import type { Column, Rows } from '../table/index.ts';

/** What is searched of each row. A key in the search of many rows would mostly make these texts again. */
const searched = new WeakMap<readonly Column<never>[], WeakMap<object, string>>();

/** The rows that contain the text in one of their columns, in upper or lower case. */
export function find<T extends object>(list: Rows<T>, columns: readonly Column<T>[], q = ''): Rows<T> {
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return list;
  const known = searched.get(columns) ?? new WeakMap<object, string>();
  searched.set(columns, known);
  const textOf = (row: T): string => {
    const text = columns.map((column) => column.text(row).toLowerCase()).join('\n');
    known.set(row, text);
    return text;
  };
  const rows = list.rows.filter((row) => (known.get(row) ?? textOf(row)).includes(wanted));
  return { ...list, rows, total: rows.length };
}
