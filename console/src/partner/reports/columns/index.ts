export { ColumnPanel } from './lazy-columns.ts';
export { useColumns } from './use-columns.ts';
