export { daysOf } from './days.ts';
export { pairSlots } from './pair-rows.ts';
export { useComparison, type Comparison } from './use-comparison.ts';
