export { filterEndpoints } from './routes.ts';
