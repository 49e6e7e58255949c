import { roundDigits } from '../../shared/money/index.ts';
import type { Column } from '../../shared/table/index.ts';

/** A column of amounts in USD. It shows cents; the export has all digits. */
export const usdColumn = <T>(id: string, header: string, amount: (row: T) => string): Column<T> => ({
  id,
  header,
  align: 'right',
  text: amount,
  cell: (row) => roundDigits(amount(row), 2),
});
