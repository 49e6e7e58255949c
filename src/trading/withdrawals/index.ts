export { withdrawalEvents } from './events.ts';
export { withdrawalEndpoints } from './routes.ts';
export { withdrawalJobs } from './work.ts';
