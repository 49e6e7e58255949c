import type { Column, Rows } from '../table/index.ts';

/** The rows that contain the text in one of their columns, in upper or lower case. */
export function find<T>(list: Rows<T>, columns: readonly Column<T>[], q = ''): Rows<T> {
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return list;
  const rows = list.rows.filter((row) =>
    columns.some(({ text }) => text(row).toLowerCase().includes(wanted)),
  );
  return { ...list, rows, total: rows.length };
}
