export { createTransfer } from './create.ts';
export { transferEvents } from './events.ts';
export { FIELDS as TRANSFER_FIELDS, TRANSFERS } from './fields.ts';
export { listInFlight } from './list.ts';
export { transferEndpoints } from './routes.ts';
export { transferJobs } from './work.ts';
