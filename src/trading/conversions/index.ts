export { conversionEndpoints } from './routes.ts';
