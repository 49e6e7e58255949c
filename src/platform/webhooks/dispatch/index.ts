export { startDeliveries } from './deliver.ts';
export { webhookJobs } from './sweep.ts';
