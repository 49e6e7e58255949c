export { depositEvents } from './events.ts';
export { measureDeposits } from './measure.ts';
export { depositEndpoints } from './routes.ts';
export { depositJobs } from './work.ts';
