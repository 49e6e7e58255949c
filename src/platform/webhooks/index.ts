export { createDestination, type Webhooks } from './create.ts';
export { startDeliveries } from './deliver.ts';
export { getDestination, listDeliveries, listDestinations } from './list.ts';
export { removeDestination } from './remove.ts';
export { rotateSecret } from './rotate.ts';
export { openSender } from './send.ts';
export { DELIVERY_STATES, type DestinationRow } from './store.ts';
export { sweepEvents } from './sweep.ts';
export { testDestination } from './test-call.ts';
