import { mostDecimals } from '../money/index.ts';
import type { Column } from './column.ts';

/** How many decimals each column of numbers has. */
export const decimalsOf = <T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
): ReadonlyMap<Column<T>, number> =>
  new Map(
    columns.map((column) => {
      const { decimal } = column;
      return [column, decimal === undefined ? 0 : mostDecimals(rows.map((row) => decimal(row)))];
    }),
  );
