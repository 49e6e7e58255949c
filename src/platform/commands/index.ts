export { batchCommand, command, type Event, type Facts } from './command.ts';
export { run, type RunOptions } from './run.ts';
