export { exportEvents } from './events.ts';
export { measureExports } from './measure.ts';
export { exportEndpoints } from './routes.ts';
export { exportJobs } from './work.ts';
