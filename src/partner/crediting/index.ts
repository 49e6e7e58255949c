export { catchUp } from './copy.ts';
export { closeDays } from './close.ts';
export { credit } from './credit.ts';
export { ledgerGuard } from './guard.ts';
export { prepareCrediting } from './prepare.ts';
export { tidyPayouts } from './tidy.ts';
export { creditAtStart, CREDITING_CRON, creditingHandlers } from './work.ts';
