export { DateRange } from './lazy-date-range.tsx';
