export { auditEndpoints } from './routes.ts';
