export { programEndpoints } from './routes.ts';
