export { clientEndpoints } from './routes.ts';
