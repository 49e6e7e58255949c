export { measureExports } from './measure.ts';
export { exportEndpoints } from './routes.ts';
export { EXPORT_CRON, exportHandlers } from './work.ts';
