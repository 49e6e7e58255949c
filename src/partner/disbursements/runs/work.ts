import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../../platform/jobs/index.ts';
import { factsContext, type Facts } from '../../facts/handle/index.ts';
import { PAY_ON_CHAIN, payJob, payOnChain, type PayingMeans } from '../chain/index.ts';
import { dueDay } from './due.ts';
import { makeRun } from './make.ts';
import { selectRunOfDay, selectTenants } from './store.ts';
import type { RunSettings } from './terms.ts';

const makeDueRun = defineJob({ name: 'disbursement.run', payload: Type.Object({}), maxAttempts: 20 });

const due = request(makeDueRun, {}, { key: 'disbursement.run' });

interface Scheduled extends RunSettings, PayingMeans {
  /** The setting `disbursements.schedule`. */
  readonly schedule: string;
}

/** Requests disbursements for all partners on the days of the schedule, and has the trading service pay on chain. */
export const disbursementJobs = (
  facts: Facts,
  { schedule, onChain, personal, ...settings }: Scheduled,
): ModuleJobs => ({
  handlers: [
    handle(makeDueRun, async (context) => {
      const day = dueDay(schedule, context.clock.now());
      if (day === undefined) return;
      for (const { tenant } of await selectTenants(context.db).execute()) {
        const own = { ...context, actor: { ...context.actor, tenant } };
        const before = await selectRunOfDay(context.db, tenant, day).executeTakeFirst();
        if (!before) await makeRun(factsContext(own, facts), settings, day);
      }
    }),
    handle(payJob, (context) => payOnChain(context, { onChain, personal })),
  ],
  // After the rewards of the day before were credited.
  cron: [
    { schedule: '0 3 * * *', request: due },
    { schedule: '* * * * *', request: PAY_ON_CHAIN },
  ],
  atStart: [due, PAY_ON_CHAIN],
});
