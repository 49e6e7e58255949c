export { jobCounts, listJobs } from './list.ts';
export { measureJobs } from './measure.ts';
export { discardJob, retryJob } from './settle.ts';
export { startWorker, type Worker, type WorkerOptions } from './start.ts';
export { JOB_STATES, type JobState } from './store.ts';
