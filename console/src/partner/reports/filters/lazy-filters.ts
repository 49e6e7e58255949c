import { later } from '../../../shared/later/index.ts';

export const FilterPanel = later(() => import('./filters.tsx'));
