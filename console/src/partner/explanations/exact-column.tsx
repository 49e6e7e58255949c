import { Aligned } from '../../shared/money/index.ts';
import type { Column } from '../../shared/table/index.ts';
import { texts } from './texts.ts';

/** A column of exact decimals whose points stand below each other. Some are not known. */
export const exactColumn = <T,>(id: string, header: string, value: (row: T) => string | null): Column<T> => ({
  id,
  header,
  align: 'right',
  text: (row) => value(row) ?? '',
  decimal: (row) => value(row) ?? '',
  cell: (row, decimals) => {
    const decimal = value(row);
    return decimal === null ? texts.none : <Aligned decimal={decimal} decimals={decimals} />;
  },
});
