export { reportEndpoints } from './routes.ts';
