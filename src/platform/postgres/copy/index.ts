export { beginReading, type Setting } from './begin.ts';
export { readApart } from './read-apart.ts';
export { readCopy } from './read.ts';
