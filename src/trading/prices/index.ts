export { priceEndpoints } from './routes.ts';
export { priceJobs } from './work.ts';
