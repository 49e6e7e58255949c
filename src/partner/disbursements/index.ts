export type { DisbursementSettings } from './manage-routes.ts';
export { disbursementEndpoints } from './routes.ts';
export { disbursementJobs } from './runs/index.ts';
