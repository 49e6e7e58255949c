export { flowEndpoints } from './routes.ts';
