export { accessQuery, accessSource, nameOfChange, STATUSES } from './queries.ts';
export { isWaiting, Waits } from './waits.tsx';
