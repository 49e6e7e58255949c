export { readHistory } from './read.ts';
export { historyOf } from './schema.ts';
