export { viewNotice } from './notices.ts';
export { viewEndpoints } from './routes.ts';
export { REPORT_EMAIL } from './send-due.ts';
export { viewJobs } from './work.ts';
