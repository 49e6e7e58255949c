export { startDeliveries } from './deliver.ts';
export { getDelivery } from './get.ts';
export { listDeliveries } from './list.ts';
export { measureWebhooks } from './measure.ts';
export { retryParked } from './retry-parked.ts';
export { DELIVERY_STATES, type DeliveryRow } from './store.ts';
export { webhookJobs } from './sweep.ts';
