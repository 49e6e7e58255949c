export { ActiveFilters } from './active-filters.tsx';
export { FilterPanel } from './lazy-filters.ts';
export { RangeField } from './range-field.tsx';
