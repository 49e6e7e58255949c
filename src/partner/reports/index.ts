export { addDays, dayOf, type Visible } from './query/index.ts';
export { readOwn, type ReadOwn } from './reading/index.ts';
export { reportEndpoints } from './routes.ts';
export {
  checkDisplay,
  checkSaved,
  rangesOf,
  readSaved,
  REPORT_NAMES,
  type SavedAnswer,
  type SavedQuestion,
} from './saved/index.ts';
