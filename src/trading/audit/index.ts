export { FIELDS as AUDIT_FIELDS } from './fields.ts';
export { auditEndpoints } from './routes.ts';
