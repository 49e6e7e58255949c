export { conversionEvents } from './events.ts';
export { FIELDS as CONVERSION_FIELDS } from './fields.ts';
export type { MarketAccess } from './plans/index.ts';
export type { BoundRules } from './plans/index.ts';
export { measureConversions } from './measure.ts';
export { conversionEndpoints } from './routes.ts';
export { conversionJobs } from './work.ts';
export { stopUnfinished } from './stop.ts';
