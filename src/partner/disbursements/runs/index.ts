export { makeRun } from './make.ts';
export { previewRun } from './preview.ts';
export { runEndpoints } from './routes.ts';
export type { Minimums } from './terms.ts';
export { disbursementJobs } from './work.ts';
