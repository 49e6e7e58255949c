export { DateRange } from './lazy-date-range.tsx';
export { Select } from './lazy-select.tsx';
