export type { Column } from './column.ts';
export { DataTable } from './table.tsx';
export { useRows } from './use-rows.ts';
