export { reportEndpoints } from './routes.ts';
export { checkSaved, REPORT_NAMES } from './check-saved.ts';
