export { depositAddressEndpoints } from './routes.ts';
