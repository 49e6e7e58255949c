export { reportEndpoints, type ReportLimits } from './routes.ts';
