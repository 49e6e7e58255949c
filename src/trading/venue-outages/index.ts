export { outageNotice } from './notices.ts';
export { outageJobs } from './work.ts';
