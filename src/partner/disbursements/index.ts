export type { DisbursementSettings } from './manage-routes.ts';
export { disbursementEndpoints } from './routes.ts';
