export { defineJob, handle, request, type JobHandler, type JobOptions, type JobRequest } from './define.ts';
export { enqueue, toSpec, type Envelope } from './enqueue.ts';
export { addJobs, insertPlainJobs, type JobSpec } from './store.ts';
export { wakeWorkers } from './wake.ts';
