import type { Column } from './column.ts';
import { decimalsOf } from './decimals-of.ts';
import classes from './table.module.css';

interface PlainTableProps<T> {
  /** What the rows are, for screen readers. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
}

/** The few rows of a part of a screen, all of them in the document. */
export function PlainTable<T>({ name, columns, rows, idOf }: PlainTableProps<T>) {
  const decimals = decimalsOf(columns, rows);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-row={idOf(row)}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align} data-label={column.header}>
                  {column.cell(row, decimals.get(column) ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
