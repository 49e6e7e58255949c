export { linkEndpoints } from './routes.ts';
