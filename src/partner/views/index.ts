export { viewEndpoints } from './routes.ts';
