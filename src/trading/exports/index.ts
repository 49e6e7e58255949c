export { exportEndpoints } from './routes.ts';
export { EXPORT_CRON, exportHandlers } from './work.ts';
