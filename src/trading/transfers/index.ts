export { transferEvents } from './events.ts';
export { transferEndpoints } from './routes.ts';
export { transferJobs } from './work.ts';
