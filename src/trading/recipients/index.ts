export { recipientEndpoints } from './routes.ts';
export { recipient, toMark } from './schema.ts';
export { recipientJobs } from './work.ts';
