export { measureWebhooks } from './deliveries/index.ts';
export { createDestination, type Webhooks } from './destinations/index.ts';
export { startDeliveries, webhookJobs } from './dispatch/index.ts';
export { webhookEndpoints } from './routes.ts';
export { openSender } from './send.ts';
export { bodyOf } from './sign.ts';
export { findSigner } from './verify.ts';
