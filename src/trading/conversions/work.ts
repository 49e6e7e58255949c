import { handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { advanceConversion, laneOf, TIMING, type Timing } from './execution/index.ts';
import { reconcileJob, workJob } from './jobs.ts';
import type { MarketAccess } from './plans/index.ts';
import { reconcileConversions } from './reconcile.ts';
import { selectConversion } from './store.ts';

export function conversionJobs(access: MarketAccess, times: Partial<Timing> = {}): ModuleJobs {
  const timing = { ...TIMING, ...times };
  return {
    handlers: [
      handle(
        workJob,
        (context, payload) => advanceConversion(context, access, timing, payload),
        async ({ db, actor }, { id }) =>
          laneOf((await selectConversion(db, actor.tenant, id).executeTakeFirst()) ?? { venues: [] }),
      ),
      handle(reconcileJob, reconcileConversions),
    ],
    cron: [{ schedule: '* * * * *', request: request(reconcileJob, {}) }],
    atStart: [request(reconcileJob, {}, { key: 'conversion.reconcile at start' })],
  };
}
