export { readBlocks, type Blocks } from './read.ts';
export { sendBlocks } from './send.ts';
