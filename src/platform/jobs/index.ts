export {
  defineJob,
  handle,
  request,
  type Job,
  type JobHandler,
  type JobOptions,
  type JobRequest,
} from './define.ts';
export { enqueue } from './enqueue.ts';
