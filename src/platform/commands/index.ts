export { batchCommand, command, type Facts } from './command.ts';
export { run, type RunOptions } from './run.ts';
export { commandJobs, KEYS_KEPT_MS } from './sweep.ts';
