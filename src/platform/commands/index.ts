export { command, type Command, type Event, type Facts } from './command.ts';
export { run, type RunOptions } from './run.ts';
