export { beginReading, type Setting } from './begin.ts';
export { inBlocks } from './blocks.ts';
export { readApart } from './read.ts';
