export { accessQuery, accessSource, MOST_CHANGES, nameOfChange, STATUSES } from './queries.ts';
export { isWaiting, Waits } from './waits.tsx';
