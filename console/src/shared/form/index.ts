export { DateField } from './lazy-date-field.tsx';
export { DateRange } from './lazy-date-range.tsx';
export { FormEnd, type FormEndProps } from './form-end.tsx';
export { Select } from './lazy-select.tsx';
export { Suggest } from './lazy-suggest.tsx';
