import { Type } from 'typebox';
import { sweepClaims } from '../../../platform/idempotency/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../../../platform/jobs/index.ts';
import { compactObjects } from './compact-objects.ts';
import { sweepObjects } from '../log/index.ts';
import { factsContext, type Facts } from './open.ts';

const tidyLog = defineJob({ name: 'facts.compact-log', payload: Type.Object({}), maxAttempts: 3 });
const snapshot = defineJob({ name: 'facts.snapshot', payload: Type.Object({}), maxAttempts: 3 });

/** For the process that holds the lease. */
export const logJobs = (facts: Facts): ModuleJobs => ({
  handlers: [
    handle(tidyLog, async (context) => {
      await compactObjects(factsContext(context, facts));
      await sweepObjects(factsContext(context, facts));
      await sweepClaims(context);
      await facts.snapshot('much');
    }),
    handle(snapshot, async () => void (await facts.snapshot('anything'))),
  ],
  cron: [
    { schedule: '41 * * * *', request: request(tidyLog, {}) },
    { schedule: '11 4 * * *', request: request(snapshot, {}) },
  ],
});
