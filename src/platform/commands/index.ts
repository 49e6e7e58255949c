export { command, type Command, type Decision, type Event, type Facts } from './command.ts';
export { run, type Outcome, type RunOptions } from './run.ts';
