export { exportEvents } from './events.ts';
export { measureExports } from './measure.ts';
export { exportEndpoints } from './routes.ts';
export { EXPORT_TYPES, EXPORT_TYPE_NAMES, type ExportTypeName } from './types/index.ts';
export { exportJobs } from './work.ts';
