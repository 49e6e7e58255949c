export {
  defineJob,
  handle,
  request,
  type CronEntry,
  type Envelope,
  type JobHandler,
  type JobOptions,
  type JobRequest,
  type ModuleJobs,
} from './define.ts';
export { enqueue, toSpec } from './enqueue.ts';
export { addJobs, insertJobs, tenantFlag, type JobSpec } from './store.ts';
