export { jobEndpoints } from './routes.ts';
