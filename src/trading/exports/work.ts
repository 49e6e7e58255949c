import { handle, request, type JobHandler } from '../../platform/jobs/index.ts';
import { sweepJob, writeJob } from './jobs.ts';
import { sweepExports } from './sweep.ts';
import { writeExport, type Tools } from './write.ts';

/** What does the jobs of exports. */
export function exportHandlers(tools: Tools): JobHandler[] {
  return [
    handle(writeJob, (context, payload) => writeExport(context, tools, payload)),
    handle(sweepJob, (context) => sweepExports(context, tools)),
  ];
}

export const EXPORT_CRON = [{ schedule: '*/10 * * * *', request: request(sweepJob, {}) }] as const;
