export { NewWebhook } from './create.tsx';
export { Webhook } from './detail.tsx';
export { Webhooks } from './list.tsx';
