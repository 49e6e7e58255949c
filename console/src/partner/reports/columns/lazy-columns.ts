import { later } from '../../../shared/later/index.ts';

export const ColumnPanel = later(() => import('./columns.tsx'));
