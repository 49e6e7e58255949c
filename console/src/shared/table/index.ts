export type { Column } from './column.ts';
export { downloadFrom } from './download.ts';
export { PlainTable } from './plain-table.tsx';
export { DataTable } from './table.tsx';
export { allRows, useRows, type Rows } from './use-rows.ts';
