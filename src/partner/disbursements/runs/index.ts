export { runEndpoints } from './routes.ts';
export type { Minimums } from './terms.ts';
export { disbursementJobs } from './work.ts';
