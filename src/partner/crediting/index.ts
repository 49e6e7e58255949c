export { catchUp } from './copy.ts';
export { closeDays } from './close.ts';
export { credit } from './credit.ts';
export { ledgerGuards } from './guard.ts';
export { prepareCrediting } from './prepare.ts';
export { tidyPayouts } from './tidy.ts';
export { creditingJobs } from './work.ts';
