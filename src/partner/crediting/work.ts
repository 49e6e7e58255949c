import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { closeDays } from './close.ts';
import { yesterday } from './due.ts';

const creditYesterday = defineJob({ name: 'crediting.run', payload: Type.Object({}), maxAttempts: 20 });

const creditDue = request(creditYesterday, {}, { key: 'crediting.run' });

/** For the process that holds the lease of the log. */
export const creditingJobs = (facts: Facts): ModuleJobs => ({
  handlers: [
    handle(creditYesterday, async (context) => {
      await closeDays(factsContext(context, facts), { through: yesterday(context.clock) });
    }),
  ],
  cron: [{ schedule: '30 0 * * *', request: creditDue }],
  // Credits the days on which no process ran.
  atStart: [creditDue],
});
