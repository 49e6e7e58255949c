import { Type } from 'typebox';
import { defineJob, handle, request, type JobHandler, type JobRequest } from '../../platform/jobs/index.ts';
import { compact } from './compact.ts';
import { factsContext, type Facts } from './open.ts';

const tidy = defineJob({ name: 'facts.compact', payload: Type.Object({}), maxAttempts: 3 });

/** The jobs that run in the process that has the facts open. */
export const factHandlers = (facts: Facts): JobHandler[] => [
  handle(tidy, async (context) => void (await compact(factsContext(context, facts)))),
];

export const FACTS_CRON: { schedule: string; request: JobRequest }[] = [
  { schedule: '23 3 * * *', request: request(tidy, {}) },
];
