export { closeDays } from './close.ts';
export { credit } from './credit.ts';
export { ledgerGuards } from './guard.ts';
export { measureCrediting } from './measure.ts';
export { creditingEndpoints } from './routes.ts';
export { payoutAnswer, type PayoutAnswer } from './schema.ts';
export { creditingProjection } from './tables.ts';
export { tidyPayouts } from './tidy.ts';
export { creditingJobs } from './work.ts';
