export { startDeliveries } from './deliver.ts';
export { getDelivery } from './get.ts';
export { measureWebhooks } from './measure.ts';
export { retryParked } from './retry-parked.ts';
export { countDeliveries, DELIVERY_STATES, selectDeliveries, type DeliveryRow } from './store.ts';
export { webhookJobs } from './sweep.ts';
