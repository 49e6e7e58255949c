import { handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { sweepJob, writeJob } from './jobs.ts';
import { sweepExports } from './sweep.ts';
import { writeExport, type Tools } from './write.ts';

export function exportJobs(tools: Tools): ModuleJobs {
  return {
    handlers: [
      handle(writeJob, (context, payload) => writeExport(context, tools, payload)),
      handle(sweepJob, (context) => sweepExports(context, tools)),
    ],
    cron: [{ schedule: '*/10 * * * *', request: request(sweepJob, {}) }],
  };
}
