export { disbursementEndpoints } from './routes.ts';
