export { createReportResources, type ReportLimits, type ReportResources } from './create.ts';
