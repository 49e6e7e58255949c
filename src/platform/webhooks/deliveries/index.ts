export { startDeliveries } from './deliver.ts';
export { getDelivery } from './get.ts';
export { measureWebhooks } from './measure.ts';
export { retryParked } from './retry-parked.ts';
export { toDelivery } from './to-delivery.ts';
export { countDeliveries, DELIVERY_STATES, selectDeliveries } from './store.ts';
export { webhookJobs } from './sweep.ts';
