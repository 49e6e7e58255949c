export { checkDisplay, checkSaved, rangesOf, REPORT_NAMES } from './check.ts';
export { readSaved, type SavedAnswer, type SavedQuestion } from './read.ts';
