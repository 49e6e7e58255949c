export { catchUp } from './copy.ts';
export { credit, type Payout } from './credit.ts';
export { prepareCrediting } from './prepare.ts';
export { creditAtStart, CREDITING_CRON, creditingHandlers } from './work.ts';
