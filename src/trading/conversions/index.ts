export { FIELDS as CONVERSION_FIELDS } from './fields.ts';
export { conversionEndpoints } from './routes.ts';
