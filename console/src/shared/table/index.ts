export type { Column } from './column.ts';
export { DataTable } from './table.tsx';
export { allRows, useRows, type Rows } from './use-rows.ts';
