export { batchCommand, command, type Facts } from './command.ts';
export { run, type RunOptions } from './run.ts';
