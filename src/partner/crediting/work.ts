import { Type } from 'typebox';
import { defineJob, handle, request, type JobHandler, type JobRequest } from '../../platform/jobs/index.ts';
import { factsContext, type Facts } from '../facts/index.ts';
import { closeDays } from './close.ts';
import { tidyPayouts } from './tidy.ts';

const DAY_MS = 86_400_000;

const creditYesterday = defineJob({ name: 'crediting.run', payload: Type.Object({}), maxAttempts: 20 });
const tidy = defineJob({ name: 'crediting.tidy', payload: Type.Object({}), maxAttempts: 3 });

/** The jobs that run in the process that has the facts open. */
export const creditingHandlers = (facts: Facts): JobHandler[] => [
  handle(creditYesterday, async (context) => {
    const yesterday = new Date(context.clock.now().getTime() - DAY_MS);
    await closeDays(context, facts, { through: yesterday.toISOString().slice(0, 10) });
  }),
  handle(tidy, (context) => tidyPayouts(factsContext(context, facts))),
];

/** Requested also at every start, for the days on which nothing ran. */
export const creditAtStart: JobRequest = request(creditYesterday, {}, { key: 'crediting.run' });

export const CREDITING_CRON: { schedule: string; request: JobRequest }[] = [
  { schedule: '30 0 * * *', request: creditAtStart },
  { schedule: '53 3 * * *', request: request(tidy, {}) },
];
