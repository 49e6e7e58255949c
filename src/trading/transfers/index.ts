export { transferEvents } from './events.ts';
export { listInFlight } from './list.ts';
export { transferEndpoints } from './routes.ts';
export { transferJobs } from './work.ts';
