export {
  defineJob,
  handle,
  request,
  type CronEntry,
  type JobHandler,
  type JobOptions,
  type JobRequest,
  type ModuleJobs,
} from './define.ts';
export { enqueue, toSpec, type Envelope } from './enqueue.ts';
export { addJobs, type JobSpec } from './store.ts';
