export {
  DELIVERY_STATES,
  listDeliveries,
  measureWebhooks,
  retryParked,
  startDeliveries,
  webhookJobs,
  type DeliveryRow,
} from './deliveries/index.ts';
export {
  createDestination,
  getDestination,
  listDestinations,
  removeDestination,
  rotateSecret,
  testDestination,
  type DestinationRow,
  type Webhooks,
} from './destinations/index.ts';
export { openSender } from './send.ts';
