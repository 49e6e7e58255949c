export { conversionEvents } from './events.ts';
export { FIELDS as CONVERSION_FIELDS } from './fields.ts';
export type { Floor } from './places.ts';
export { conversionEndpoints } from './routes.ts';
export { conversionJobs } from './work.ts';
