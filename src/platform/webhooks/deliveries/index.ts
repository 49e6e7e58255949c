export { getDelivery } from './get.ts';
export { measureWebhooks } from './measure.ts';
export { sendAgain } from './send-again.ts';
export { toDelivery } from './to-delivery.ts';
export { countDeliveries, DELIVERY_STATES, selectDeliveries, type DeliveryState } from './store.ts';
