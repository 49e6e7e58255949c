export { connectionsOfWorker } from './connections.ts';
export { jobCounts, listJobs, type JobSummary } from './list.ts';
export { measureJobs } from './measure.ts';
export { discardJob, retryJob } from './settle.ts';
export { startWorker, type Worker } from './start.ts';
export { JOB_STATES, type JobState } from './store.ts';
export type { WorkerOptions } from './work.ts';
