export {
  countDeliveries,
  DELIVERY_STATES,
  getDelivery,
  measureWebhooks,
  retryParked,
  selectDeliveries,
  toDelivery,
} from './deliveries/index.ts';
export {
  changeDestination,
  createDestination,
  getDestination,
  listDestinations,
  removeDestination,
  rotateSecret,
  testDestination,
  toDestination,
  type DestinationRow,
  type Webhooks,
} from './destinations/index.ts';
export { startDeliveries, webhookJobs } from './dispatch/index.ts';
export { openSender } from './send.ts';
export { bodyOf } from './sign.ts';
