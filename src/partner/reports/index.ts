export type { Visible } from './reach.ts';
export { readOwn, type ReadOwn } from './read-own.ts';
export { reportEndpoints } from './routes.ts';
export { addDays, dayOf } from './calendar.ts';
export { checkDisplay, checkSaved, rangesOf, REPORT_NAMES } from './check-saved.ts';
export { readSaved, type SavedAnswer, type SavedQuestion } from './read-saved.ts';
