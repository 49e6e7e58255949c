export type { Visible } from './reach.ts';
export { readOwn, type ReadOwn } from './read-own.ts';
export { reportEndpoints } from './routes.ts';
export { checkDisplay, checkSaved, REPORT_NAMES } from './check-saved.ts';
