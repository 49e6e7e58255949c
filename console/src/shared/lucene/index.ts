export { faultsOf } from './faults.ts';
export { LuceneField } from './field.tsx';
