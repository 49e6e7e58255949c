export { selectBlocking, sumCreated, sumDeparted } from './store.ts';
export { Sums, WINDOW_MS } from './sums.ts';
