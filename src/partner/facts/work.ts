import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { compact } from './compact.ts';
import { factsContext, type Facts } from './open.ts';

const tidy = defineJob({ name: 'facts.compact', payload: Type.Object({}), maxAttempts: 3 });

/** For the process that owns the fact store. */
export const factJobs = (facts: Facts): ModuleJobs => ({
  handlers: [handle(tidy, async (context) => void (await compact(factsContext(context, facts))))],
  cron: [{ schedule: '23 3 * * *', request: request(tidy, {}) }],
});
