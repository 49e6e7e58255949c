export { getDelivery } from './get.ts';
export { historyOf } from './history.ts';
export { measureWebhooks } from './measure.ts';
export { sendAgain } from './send-again.ts';
export { toDelivery } from './to-delivery.ts';
export {
  countDeliveries,
  DELIVERY_STATES,
  HISTORY_UNITS,
  selectDeliveries,
  type DeliveryState,
} from './store.ts';
