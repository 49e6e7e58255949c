export { FIELDS as CONVERSION_FIELDS } from './fields.ts';
export type { Floor } from './places.ts';
export { conversionEndpoints } from './routes.ts';
export { CONVERSION_CRON, conversionHandlers, reconcileConversionsAtStart } from './work.ts';
