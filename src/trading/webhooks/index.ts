export { webhookEndpoints } from './routes.ts';
