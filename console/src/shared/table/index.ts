export type { Column } from './column.ts';
export {
  agoColumn,
  alignedColumn,
  countryColumn,
  dayColumn,
  digitsColumn,
  moneyColumn,
  nameColumn,
  numberColumn,
  textColumn,
} from './columns.tsx';
export { downloadBlob, downloadFrom } from './download.ts';
export type { RowPlace } from './opener.tsx';
export { PlainTable } from './plain-table.tsx';
export { DataTable } from './table.tsx';
export { allRows, FIRST_PAGE, useRows, type Rows } from './use-rows.ts';
