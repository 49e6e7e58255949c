export { accessQuery, STATUSES, waitingAccessQuery } from './queries.ts';
export { isWaiting, Waits } from './waits.tsx';
