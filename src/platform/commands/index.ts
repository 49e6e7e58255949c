export {
  batchCommand,
  command,
  type Decision,
  type Circumstances,
  type Prepared,
  type SingleCommand,
} from './command.ts';
export { refuseUnknown, type RunOptions } from './execute.ts';
export { run } from './run.ts';
